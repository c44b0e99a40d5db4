package dev.holdfast.cli.run;

import dev.holdfast.DistributedLock;
import dev.holdfast.Holdfast;
import dev.holdfast.HoldfastListener;
import dev.holdfast.Lease;
import dev.holdfast.LeaseLostException;
import dev.holdfast.LockOptions;
import dev.holdfast.LockTimeoutException;
import dev.holdfast.Loss;
import dev.holdfast.StoreException;
import dev.holdfast.cli.output.CliException;
import dev.holdfast.cli.output.Durations;
import dev.holdfast.cli.output.ExitCodes;
import dev.holdfast.cli.output.Signals;
import dev.holdfast.cli.output.Terminal;
import dev.holdfast.cli.output.Text;
import dev.holdfast.cli.store.Briefly;
import dev.holdfast.cli.store.Connection;
import dev.holdfast.cli.store.StoreVariable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * One run of a command under a lock: wait, start, watch, release.
 *
 * <ol>
 *   <li><b>Prepare</b>: {@link #call} takes over the {@link Signals}, starts the {@link Watchdog},
 *       and connects to the store. The {@link Deadline} of {@code --wait} covers this step and the
 *       next.
 *   <li><b>Acquire</b>: a run with no time to wait tries once. Any other run waits, and a {@link
 *       WaitNotice} shows the holder meanwhile. A run that does not get the lock looks for the
 *       reason for half a second at most, says it, and ends with {@link ExitCodes#NOT_ACQUIRED}.
 *   <li><b>Start</b>: the watchdog is told the token, the {@link Child} is started, and the
 *       watchdog is told its process number. If a signal came first, or the start fails, the lock
 *       is released at once, as one that was not used.
 *   <li><b>Hold</b>: the main thread waits for the command. Holdfast's client renews the lease in
 *       the background. A signal is passed on to the command, unless the terminal has sent it to
 *       the command as well.
 *   <li><b>Loss</b>: the user is told, and the command is stopped as {@code --on-loss} says. The
 *       exit code is then {@link ExitCodes#LOST}, except with {@code --on-loss ignore}.
 *   <li><b>Release</b>: the lock is released when the command has ended. A command that is still
 *       alive (after an error of ours) is stopped first, except with {@code --on-loss ignore}.
 * </ol>
 *
 * <p>The main thread does all of this. Signals and losses come in on threads of their own, which
 * pass them on to the command or stop it; they meet the main thread at {@code this} monitor.
 */
public final class LockedRun implements HoldfastListener {
  /** How long the holder is looked for after the wait is over, to name it in the message. */
  private static final Duration LOOKS_FOR = Duration.ofMillis(500);

  private final Terminal terminal;
  private final RunCommand run;
  private final LockOptions options;
  private final Thread main = Thread.currentThread();
  private final AtomicBoolean jeopardy = new AtomicBoolean();
  private final Deadline deadline;

  // Guarded by this.
  private boolean connected;
  private boolean interrupted;
  private Signals.@Nullable Kind signal;
  private @Nullable Child child;
  private @Nullable Loss loss;

  private final CompletableFuture<Void> commandStopped = new CompletableFuture<>();

  LockedRun(Terminal terminal, RunCommand run, LockOptions options) {
    this.terminal = terminal;
    this.run = run;
    this.options = options;
    this.deadline = new Deadline(run.patience());
  }

  /** Refuses names that no lock can have, before anything is connected to. */
  public static void checkName(String name) {
    if (name.isEmpty() || name.getBytes(StandardCharsets.UTF_8).length > 512) {
      throw CliException.usage("a lock's name has 1 to 512 bytes of UTF-8");
    }
    checkText("the name", name);
  }

  /** What the JVM could not decode it replaces by this, and so would make two names one. */
  static void checkText(String what, String text) {
    if (text.indexOf('\ufffd') >= 0) {
      throw CliException.usage(
          what + " is not UTF-8, or the locale is not; use UTF-8, for example LC_ALL=C.UTF-8");
    }
  }

  /** Runs, and says with which code to exit. */
  int call() {
    Signals.handle(this::signalled);
    int code = work();
    if (code == ExitCodes.signal(Signals.Kind.INT) && isInterrupted()) {
      Signals.die(Signals.Kind.INT);
    }
    return code;
  }

  private int work() {
    // It comes up while the store is connected to, so that the command need not wait for it.
    try (Watchdog watchdog = Watchdog.start(run.onLoss, run.grace);
        Connection connection =
            run.common.connect(terminal, run.client, this, this::warn, deadline.forConnecting())) {
      synchronized (this) {
        connected = true;
      }
      Optional<Lease> lease = acquire(connection);
      if (lease.isEmpty()) {
        return notAcquired(connection);
      }
      connection.holds();
      return hold(lease.get(), watchdog);
    } catch (InterruptedException interrupted) {
      return exitOfSignal();
    } catch (StoreException error) {
      throw Connection.failure(error);
    }
  }

  private Optional<Lease> acquire(Connection connection) throws InterruptedException {
    Holdfast holdfast = connection.holdfast();
    DistributedLock lock;
    try {
      lock = lock(holdfast);
    } catch (UnsupportedOperationException missing) {
      throw new CliException(ExitCodes.STORE, String.valueOf(missing.getMessage()), missing);
    }
    Duration patience = deadline.forWaiting();
    try (WaitNotice notice = new WaitNotice(terminal, new Blockers(holdfast, run.names()))) {
      if (patience != null && patience.isZero()) {
        return lock.tryAcquire();
      }
      if (!run.quiet) {
        notice.start();
      }
      return Optional.of(patience == null ? lock.acquire() : lock.acquire(patience));
    } catch (LockTimeoutException late) {
      return Optional.empty();
    } catch (IllegalStateException usedOtherwise) {
      throw new CliException(
          ExitCodes.STORE, String.valueOf(usedOtherwise.getMessage()), usedOtherwise);
    }
  }

  private DistributedLock lock(Holdfast holdfast) {
    PermitCount permits = run.permits;
    if (permits != null) {
      return holdfast.semaphore(run.name, permits.size(), options).taking(permits.permits());
    }
    return holdfast.all(
        run.names().stream()
            .map(
                name ->
                    run.shared
                        ? holdfast.readWrite(name, options).read()
                        : holdfast.mutex(name, options))
            .toArray(DistributedLock[]::new));
  }

  private int notAcquired(Connection connection) {
    if (!run.quiet) {
      terminal.say(
          reason(connection)
              + (run.noWait || run.wait == null ? "" : "; waited " + Durations.show(run.wait))
              + "; the command did not run");
    }
    return ExitCodes.NOT_ACQUIRED;
  }

  private String reason(Connection connection) {
    Blockers others = new Blockers(connection.holdfast(), run.names());
    AtomicReference<String> seen =
        new AtomicReference<>(
            "the store "
                + connection.shown()
                + " does not answer, so whether "
                + others.quoted()
                + (run.more.isEmpty() ? " is free" : " are free")
                + " is not known");
    boolean unused =
        Briefly.run(
            LOOKS_FOR,
            () -> {
              try {
                seen.set(
                    others
                        .look()
                        .map(Wording::taken)
                        .orElse(
                            others.quoted()
                                + (run.more.isEmpty() ? " was not free" : " were not free")));
              } catch (StoreException unknown) {
                // Then nothing more is known.
              }
            });
    return Objects.requireNonNull(seen.get());
  }

  private int hold(Lease lease, Watchdog watchdog) throws InterruptedException {
    Child started = null;
    try {
      started = start(lease, watchdog);
    } finally {
      if (started == null) {
        lease.releaseUnused(); // A command that never ran does not keep the name.
      }
    }
    if (started == null) {
      return exitOfSignal();
    }
    try {
      lease.onLost(this::lost);
      hearRequests(lease);
      int code = started.await();
      watchdog.close();
      return ended(lease, code);
    } finally {
      try {
        stopIfAlive(started);
      } finally {
        lease.release();
      }
    }
  }

  /** The user decides; the command knows nothing of it. */
  private void hearRequests(Lease lease) {
    try {
      lease.onReleaseRequested(
          reason ->
              terminal.say(
                  "asked to release " + Text.quoted(run.name) + ": " + Text.visible(reason)));
    } catch (UnsupportedOperationException cannotBeAsked) {
      // Then the request is refused where it is made.
    }
  }

  /** Whatever went wrong here, the command does not go on without its lock. */
  private void stopIfAlive(Child started) {
    if (run.onLoss != OnLoss.IGNORE && started.isAlive()) {
      started.stop(run.onLoss, run.grace);
    }
  }

  /** Starts the command when its watchdog stands, unless a signal comes first. */
  private @Nullable Child start(Lease lease, Watchdog watchdog) throws InterruptedException {
    watchdog.expect(lease.token());
    synchronized (this) {
      if (signal != null) {
        return null;
      }
      child = Child.start(run.command, environment -> complete(environment, lease));
      watchdog.runs(child.pid());
      return child;
    }
  }

  private void complete(Map<String, String> environment, Lease lease) {
    if (!run.passStore) {
      StoreVariable.withhold(environment);
    }
    environment.put("HOLDFAST_NAME", run.name);
    environment.put("HOLDFAST_TOKEN", Long.toString(lease.token()));
  }

  private int ended(Lease lease, int code) {
    Loss lost;
    try {
      // Tells of a loss that the callback has not been told of yet.
      lease.close();
      synchronized (this) {
        lost = loss;
      }
    } catch (LeaseLostException late) {
      lost = late.loss();
      lost(lost);
    }
    if (lost == null || run.onLoss == OnLoss.IGNORE) {
      return code;
    }
    commandStopped.join();
    return ExitCodes.LOST;
  }

  /** The lock is lost: stops the command as agreed. Blocks until that is done. */
  private void lost(Loss what) {
    Child running;
    synchronized (this) {
      if (loss != null) {
        return;
      }
      loss = what;
      running = child;
    }
    try {
      tell(what, running != null && running.isAlive());
    } finally {
      stop(running); // also where nothing can be told
    }
  }

  private void tell(Loss what, boolean alive) {
    if (terminal.isDebug()) {
      terminal.say(what.toString());
    }
    terminal.say(Wording.lost(run.name, what, alive ? run.onLoss : null, run.grace));
  }

  private void stop(@Nullable Child running) {
    try {
      if (running != null && run.onLoss != OnLoss.IGNORE) {
        running.stop(run.onLoss, run.grace);
      }
    } finally {
      commandStopped.complete(null);
    }
  }

  private synchronized void signalled(Signals.Kind kind) {
    interrupted |= kind == Signals.Kind.INT;
    if (child != null) {
      // A Ctrl-C has reached the command already: the terminal signals all of its foreground.
      if (kind != Signals.Kind.INT || !isForeground()) {
        passOn(kind, child);
      }
    } else if (!connected) {
      System.exit(ExitCodes.signal(kind)); // Nothing is in the store yet.
    } else if (signal != null) {
      Runtime.getRuntime().halt(ExitCodes.signal(kind)); // Asked twice: the store may be hanging.
    } else {
      signal = kind;
      main.interrupt();
    }
  }

  private void passOn(Signals.Kind kind, Child running) {
    try {
      running.signal(kind);
    } catch (IOException noShell) {
      terminal.say(kind + " cannot be passed on: there is no /bin/sh to send it with");
    } catch (RuntimeException | Error failed) {
      terminal.say(kind + " cannot be passed on (" + Text.visible(failed.toString()) + ")");
    }
  }

  /** A signal that comes twice is better than one that never comes. */
  private static boolean isForeground() {
    try {
      return Foreground.isHere();
    } catch (RuntimeException | Error unknown) {
      return false;
    }
  }

  private synchronized int exitOfSignal() {
    return ExitCodes.signal(signal == null ? Signals.Kind.INT : signal);
  }

  private synchronized boolean isInterrupted() {
    return interrupted;
  }

  private void warn(String sentence) {
    if (!run.quiet) {
      terminal.say("warning: " + sentence);
    }
  }

  @Override
  public void jeopardy(String name, long token, Duration remaining, Throwable error) {
    if (jeopardy.compareAndSet(false, true)) {
      terminal.say(
          "warning: the store does not answer; "
              + Text.quoted(name)
              + " is certain for another "
              + Durations.show(remaining));
    }
  }

  @Override
  public void safe(String name, long token) {
    if (jeopardy.compareAndSet(true, false)) {
      terminal.say("the store answers again; " + Text.quoted(name) + " is safe");
    }
  }
}
