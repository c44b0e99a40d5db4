package dev.holdfast.lab.load;

import dev.holdfast.lab.check.Journal;
import dev.holdfast.lab.check.Kind;
import dev.holdfast.lab.check.Ops;
import dev.holdfast.lab.check.Register;
import dev.holdfast.lab.check.SharedTime;
import dev.holdfast.lab.episode.ClientProcess;
import dev.holdfast.lab.episode.LockMaker;
import dev.holdfast.lab.episode.LockUnderTest;
import dev.holdfast.lab.episode.Surroundings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;

/**
 * One client of an episode: a lock under test, the threads that use it, and one that interrupts.
 */
final class Client {
  private static final Duration OPEN = Duration.ofSeconds(30);
  private static final Duration END = Duration.ofSeconds(6);
  private static final int OBSERVED = 4;
  private static final Duration THREADS_END = Duration.ofSeconds(3);

  private final Load load;
  private final Journal journal;
  private final Texts texts;
  private final Set<Thread> before;
  private final List<Worker> workers = new ArrayList<>();
  private final List<Thread> threads = new ArrayList<>();
  private final Thread interrupter;
  private final Thread heartbeat;
  private volatile LockUnderTest lock;
  private volatile boolean stopped;
  private int observers;

  Client(Load load) throws Exception {
    this.load = load;
    journal = Journal.at(load.journal());
    texts = new Texts(load.texts());
    before = Thread.getAllStackTraces().keySet();
    lock = open();
    Register register = Register.at(load.register(), load.names());
    for (int i = 0; i < load.threads(); i++) {
      Worker worker = new Worker(load, i, () -> lock, journal, register, texts);
      workers.add(worker);
      threads.add(new Thread(worker, "lab-worker-" + i));
    }
    interrupter = new Thread(this::interruptNowAndThen, "lab-interrupter");
    heartbeat = new Thread(new Heartbeat(journal, own(254), () -> stopped), "lab-heartbeat");
  }

  /** Tries for a while: a starved machine, or the fault that is just over, may be in the way. */
  private LockUnderTest open() throws Exception {
    long end = System.nanoTime() + OPEN.toNanos();
    while (true) {
      try {
        return make();
      } catch (Exception refused) {
        if (System.nanoTime() > end) {
          throw refused;
        }
        LockSupport.parkNanos(50_000_000);
      }
    }
  }

  private LockUnderTest make() throws Exception {
    return LockMaker.of(load.lock())
        .make(
            load.lock(),
            new Surroundings(
                load.client(),
                ClientProcess.serverHost(),
                load.ports(),
                load.namespace(),
                load.lease(),
                load.folder()));
  }

  LockUnderTest lock() {
    return lock;
  }

  void start() {
    threads.forEach(Thread::start);
    interrupter.start();
    heartbeat.start();
    observe(lock);
  }

  /** Closes the lock under its users' hands, and opens another one. */
  void reopen() throws Exception {
    LockUnderTest old = lock;
    closeOf(old);
    LockUnderTest next = open();
    lock = next;
    observe(next);
  }

  /** Who leads, of the names that are wanted most; each observer has a number of its own. */
  private void observe(LockUnderTest observed) {
    for (int i = 0; i < Math.min(OBSERVED, load.names()); i++) {
      int name = i;
      long op = Ops.of(load.client(), load.life(), 253, ++observers);
      long at = SharedTime.nanos();
      if (observed.observe("n" + name, (term, data) -> seen(op, name, term, data))) {
        journal.write(at, Kind.OBSERVE, op, name, 0, 0, 0);
      }
    }
  }

  private void seen(long op, int name, long term, String data) {
    boolean known = data.matches("lab\\d");
    journal.write(Kind.SEEN, op, name, term, known ? data.charAt(data.length() - 1) - '0' : -1, 0);
  }

  /**
   * Ends the load; who still waits after some seconds is interrupted, and who then still waits is
   * told of.
   *
   * @return what was left behind, in words, or nothing
   */
  List<String> stop() throws InterruptedException {
    stopped = true;
    workers.forEach(Worker::stop);
    List<String> left = new ArrayList<>();
    long end = System.nanoTime() + END.toNanos();
    long patience = System.nanoTime() + END.toNanos() / 2;
    interrupter.join();
    heartbeat.join();
    for (Thread thread : threads) {
      thread.join(millisUntil(patience));
      thread.interrupt();
    }
    for (Thread thread : threads) {
      thread.join(millisUntil(end));
      if (thread.isAlive()) {
        left.add("hangs:" + place(thread));
      }
    }
    closeOf(lock);
    left.addAll(threadsLeft());
    return left;
  }

  private static long millisUntil(long nanos) {
    return Math.max(1, (nanos - System.nanoTime()) / 1_000_000);
  }

  private void closeOf(LockUnderTest closing) {
    long op = own(255);
    journal.write(Kind.CLOSE, op, 0, 0, 0, 0);
    closing.close();
    journal.write(Kind.CLOSED, op, 0, 0, 0, 0);
  }

  /** What the client itself writes down belongs to no worker. */
  private long own(int thread) {
    return Ops.of(load.client(), load.life(), thread, 0);
  }

  private List<String> threadsLeft() {
    long end = System.nanoTime() + THREADS_END.toNanos();
    Set<String> left = left();
    while (!left.isEmpty() && System.nanoTime() < end) {
      LockSupport.parkNanos(20_000_000);
      left = left();
    }
    return left.stream().map(name -> "thread:" + name).toList();
  }

  private Set<String> left() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(t -> !before.contains(t) && !threads.contains(t) && t != Thread.currentThread())
        .map(t -> t.getName().replaceAll("\\s", "_"))
        .filter(name -> !ofTheMachine(name))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Threads of the JDK and of libraries that belong to the process, not to a client. */
  private static boolean ofTheMachine(String name) {
    return name.startsWith("ForkJoinPool.commonPool")
        || name.equals("Common-Cleaner")
        || name.startsWith("CompletableFutureDelayScheduler")
        || name.startsWith("Attach_Listener")
        || name.startsWith("Cleaner-")
        || name.equals("FailsafeDelayScheduler")
        || name.matches("parallel-[0-9]+") // Reactor's, with which Lettuce asks Sentinels
        || name.equals("holdfast-jdbc-late") // of all stores in a process; ends when none asks
        || name.startsWith("mysql-cj-abandoned-connection-cleanup")
        || name.equals("process_reaper");
  }

  private static String place(Thread thread) {
    return java.util.Arrays.stream(thread.getStackTrace())
        .limit(12)
        .map(frame -> frame.getClassName() + "." + frame.getMethodName())
        .collect(Collectors.joining("<"));
  }

  private void interruptNowAndThen() {
    SplittableRandom random = new SplittableRandom(load.seed() + load.client());
    while (!stopped) {
      LockSupport.parkNanos(random.nextLong(60_000_000, 240_000_000));
      if (!stopped && load.interrupts()) {
        threads.get(random.nextInt(threads.size())).interrupt();
      }
    }
  }
}
