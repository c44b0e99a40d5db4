package dev.holdfast.jdbc.internal.connection;

import dev.holdfast.jdbc.internal.database.BusyRetry;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Lets the writers of one SQLite file through one at a time: the threads of this process by a fair
 * lock, the processes of the machine by the system's lock of a file beside it. Thread-safe.
 *
 * <p>SQLite has no queue for its one writer: it only says that the file is busy. A crowd of
 * processes that ask again and again takes the processors from the one that writes.
 */
public final class WriterQueue implements AutoCloseable {
  /*
   * SQLite's own lock keeps the data whole. The queue only keeps the crowd away from that lock. So
   * a writer that has waited for long enough, or for whom there is no queue, writes nevertheless,
   * and pauses while SQLite says that the file is busy (BusyRetry):
   *
   * - There is no queue where the file for it can neither be opened nor made, or the file system
   *   has no locks. Earlier versions of Holdfast and other programs know of none.
   * - A process that is killed, in its turn or while it waits, leaves nothing behind: the system
   *   frees its lock, and forgets its request for one.
   * - A process that is stopped in its turn holds up each other one for PATIENCE, once. Then they
   *   go past the queue, and look now and then whether it moves again.
   * - A file that was deleted or replaced makes two queues. A writer that finds SQLite busy in its
   *   own turn looks at the path, and goes over to the file that is there.
   *
   * A thread that waits sleeps in the system until it has the lock. That costs nothing, however
   * many there are.
   *
   * A lock of a file belongs to the process, and the process loses it when it closes any descriptor
   * of that file. So each file has one queue in a process, with one descriptor, and the file is
   * none of SQLite's own.
   */

  /** How long a writer waits for those before it: once for threads, once for processes. */
  public static final Duration PATIENCE = Duration.ofMillis(750);

  /** How many turns go past a queue that did not move. */
  private static final int PAST = 64;

  /** A wait that is longer shows a crowd: the turns of a few take less. */
  private static final long CROWD_NANOS = 2_000_000;

  /** How many turns follow one in a crowd before one is tried without the queue. */
  private static final int CROWDED = 64;

  private static final ReentrantLock REGISTRY = new ReentrantLock();
  private static final Map<Path, WriterQueue> QUEUES = new HashMap<>();

  private final Path path;
  private final Function<Path, @Nullable QueueFile> opener;
  private final ReentrantLock threads = new ReentrantLock(true);
  private int users; // guarded by the registry
  // Guarded by the lock of the threads.
  private @Nullable QueueFile file;
  private boolean closed;
  private int past;
  private volatile int crowded; // written under the lock of the threads

  private WriterQueue(Path path) {
    this(path, QueueFile::open);
  }

  /**
   * A queue of its own, which no other user shares.
   *
   * @param opener opens its file, or answers null if there can be none
   */
  public WriterQueue(Path path, Function<Path, @Nullable QueueFile> opener) {
    this.path = path;
    this.opener = opener;
  }

  /** The queue of a database's file; it has one user more until that closes it. */
  public static WriterQueue of(Path database) {
    Path path = QueueFile.beside(database);
    REGISTRY.lock();
    try {
      WriterQueue queue = QUEUES.computeIfAbsent(path, WriterQueue::new);
      queue.users++;
      return queue;
    } finally {
      REGISTRY.unlock();
    }
  }

  /** Whether this process was in a crowd in one of its last turns. */
  public boolean isCrowded() {
    return crowded > 0;
  }

  /**
   * Waits for the turn of this thread, in bounded time. A thread that is interrupted while another
   * process has its turn goes past the queue; no interrupt gets lost.
   */
  public Turn enter(Duration retry) {
    boolean interrupted = Thread.interrupted();
    try {
      return BusyRetry.lock(threads, retry) ? begun(retry) : Turn.NONE;
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private Turn begun(Duration retry) {
    Turn turn = null;
    try {
      turn = new Turn(this, awaitProcesses(retry));
      return turn;
    } finally {
      if (turn == null) {
        threads.unlock(); // an Error must not keep the other threads out
      }
    }
  }

  /** Whether this process has its turn now; if not, it goes past the queue. */
  private boolean awaitProcesses(Duration retry) {
    if (closed) {
      return false; // the file would stay open
    }
    if (past > 0) {
      past--;
      return false;
    }
    QueueFile open = file == null ? opener.apply(path) : file;
    file = open;
    if (open == null || !open.lock(retry)) {
      past = PAST;
      return false;
    }
    crowded = open.waitedNanos() > CROWD_NANOS ? CROWDED : Math.max(0, crowded - 1);
    return true;
  }

  private void leave(boolean locked, boolean foundBusy) {
    try {
      QueueFile open = file;
      if (open == null) {
        return;
      }
      if (locked) {
        open.unlock();
      }
      if (!open.isOpen() || (foundBusy && open.hasMoved())) {
        open.close();
        file = null;
      }
    } finally {
      threads.unlock();
    }
  }

  /** Ends the use by one; the last one closes the file. */
  @Override
  public void close() {
    REGISTRY.lock();
    try {
      users--;
      if (users > 0) {
        return;
      }
      QUEUES.remove(path);
    } finally {
      REGISTRY.unlock();
    }
    threads.lock();
    try {
      closed = true;
      if (file != null) {
        file.close();
        file = null;
      }
    } finally {
      threads.unlock();
    }
  }

  /** The time in which one thread writes. */
  public static final class Turn implements AutoCloseable {
    /** Of a writer that is in no queue. */
    static final Turn NONE = new Turn(null, false);

    private final @Nullable WriterQueue queue;
    private final boolean locked;
    private boolean foundBusy;

    private Turn(@Nullable WriterQueue queue, boolean locked) {
      this.queue = queue;
      this.locked = locked;
    }

    /** Whether it is this process's turn; if not, it writes past the others. */
    public boolean isOwn() {
      return locked;
    }

    /** The database was busy all the same: other writers do not stand in this queue. */
    public void foundBusy() {
      if (queue != null) {
        foundBusy = true;
      }
    }

    @Override
    public void close() {
      if (queue != null) {
        queue.leave(locked, foundBusy);
      }
    }
  }
}
