package dev.holdfast.jdbc.internal.connection;

import dev.holdfast.jdbc.internal.database.MonotonicTicker;
import dev.holdfast.spi.DaemonThreads;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * An empty file whose lock, the system's, is the turn of a process in a {@link WriterQueue}. Used
 * by one thread at a time.
 */
public final class QueueFile {
  private static final String THREAD_NAME = "holdfast-sqlite-queue";

  private static final String SUFFIX = "-queue";
  private static final LongSupplier TICKER = new MonotonicTicker();
  private static final System.Logger LOG = System.getLogger(QueueFile.class.getName());
  private static final Set<OpenOption> FOR_LOCKS =
      Set.of(StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
  private static final Set<OpenOption> NEW =
      Set.of(StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW, LinkOption.NOFOLLOW_LINKS);

  private final Path path;
  private final FileChannel channel;
  private final @Nullable Object key;
  private final ScheduledThreadPoolExecutor alarm;
  private @Nullable FileLock lock;
  private long waitedNanos;

  private QueueFile(Path path, FileChannel channel, ThreadFactory threads) {
    this.path = path;
    this.channel = channel;
    this.key = key(path);
    this.alarm = new ScheduledThreadPoolExecutor(1, threads);
    alarm.setRemoveOnCancelPolicy(true);
    alarm.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
  }

  /** Where it is for a database's file, by whatever path that is reached. */
  static Path beside(Path database) {
    Path real = database.toAbsolutePath().normalize();
    try {
      Path folder = real.getParent();
      real = Files.exists(real) || folder == null ? real.toRealPath() : folder.toRealPath();
      real = Files.isDirectory(real) ? real.resolve(database.getFileName()) : real;
    } catch (IOException unknown) {
      LOG.log(System.Logger.Level.DEBUG, "there will be no queue", unknown);
    }
    return Path.of(real + SUFFIX);
  }

  /** Opens it, and makes it if it is not there; null if neither can be done. */
  public static @Nullable QueueFile open(Path path) {
    return open(path, task -> DaemonThreads.of(THREAD_NAME, task));
  }

  /**
   * Opens it.
   *
   * @param threads make the thread that ends a wait which takes too long
   */
  public static @Nullable QueueFile open(Path path, ThreadFactory threads) {
    try {
      return new QueueFile(path, channel(path), threads);
    } catch (IOException | UnsupportedOperationException none) {
      LOG.log(System.Logger.Level.DEBUG, "writers do without a queue", none);
      return null;
    }
  }

  private static FileChannel channel(Path path) throws IOException {
    try {
      // Without CREATE: in a folder that all may write, some systems refuse that for files of
      // others, though those may be written.
      return FileChannel.open(path, FOR_LOCKS);
    } catch (NoSuchFileException notYet) {
      FileChannel made = FileChannel.open(path, NEW);
      letThoseWriteWhoWriteTheDatabase(path);
      return made;
    }
  }

  /** As SQLite does with the files that it makes beside a database. */
  private static void letThoseWriteWhoWriteTheDatabase(Path path) {
    try {
      String name = path.toString();
      Path database = Path.of(name.substring(0, name.length() - SUFFIX.length()));
      PosixFileAttributeView snapshot =
          Files.getFileAttributeView(path, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
      if (snapshot != null) {
        snapshot.setPermissions(Files.getPosixFilePermissions(database));
      }
    } catch (IOException asItIs) {
      LOG.log(System.Logger.Level.DEBUG, "others may have to do without the queue", asItIs);
    }
  }

  private static @Nullable Object key(Path path) {
    return SqliteFileKeys.key(path, LinkOption.NOFOLLOW_LINKS);
  }

  /** Whether another file is at the path now, or none. */
  boolean hasMoved() {
    return key != null && !key.equals(key(path));
  }

  boolean isOpen() {
    return channel.isOpen();
  }

  /** Waits for the lock; after this time the file is closed, which ends the wait. */
  public boolean lock(Duration retry) {
    try {
      FileLock had = channel.tryLock();
      waitedNanos = 0;
      if (had == null) {
        long began = TICKER.getAsLong();
        Future<?> bound = alarm.schedule(this::close, retry.toNanos(), TimeUnit.NANOSECONDS);
        try {
          had = channel.lock();
        } finally {
          bound.cancel(false);
          waitedNanos = TICKER.getAsLong() - began;
        }
      }
      lock = had;
      return had != null;
    } catch (IOException | OverlappingFileLockException none) {
      // Too late, interrupted, without locks in this file system; or another copy of this class in
      // the process has it.
      LOG.log(System.Logger.Level.TRACE, "a writer goes past the queue", none);
      return false;
    } catch (OutOfMemoryError none) {
      // No thread can be made that would bound the wait. The bound itself would wait for one.
      LOG.log(System.Logger.Level.TRACE, "a writer goes past the queue", none);
      close();
      return false;
    }
  }

  /** How long others kept it waiting the last time. */
  long waitedNanos() {
    return waitedNanos;
  }

  void unlock() {
    FileLock had = lock;
    lock = null;
    try {
      if (had != null) {
        had.release();
      }
    } catch (IOException closed) {
      LOG.log(System.Logger.Level.TRACE, "it was free already", closed);
    }
  }

  public void close() {
    alarm.shutdown();
    try {
      channel.close();
    } catch (IOException broken) {
      LOG.log(System.Logger.Level.DEBUG, "closing " + path, broken);
    }
  }
}
