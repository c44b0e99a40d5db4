package dev.holdfast.test;

import dev.holdfast.Holdfast;
import dev.holdfast.HoldfastListener;
import dev.holdfast.Lease;
import dev.holdfast.Loss;
import dev.holdfast.spi.EngineHost;
import dev.holdfast.spi.StoreCapabilities;
import dev.holdfast.spi.StoreCapabilities.HoldKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.IntUnaryOperator;
import java.util.function.UnaryOperator;

/** Clients of one {@link WiredStore} on a clock that the test moves, and what they are told. */
final class Workbench {
  /** What the clock shows when clients are made: an instant like any other, not zero. */
  static final Duration START = Duration.ofHours(1);

  final TestClock clock = new TestClock();
  final WiredStore store;
  final List<String> told = new ArrayList<>();

  /** What chance says; never anything, unless a test decides. */
  IntUnaryOperator chance = bound -> 0;

  /** What happens at each look at the clock, in the middle of whatever the engine does. */
  Runnable atEachLook = () -> {};

  /** How many nanoseconds pass between two looks at the clock, beside those the test lets pass. */
  long pace;

  /** Where a store that blocks is called. */
  Executor io = Runnable::run;

  Executor renewals = Runnable::run;

  /** Where user code runs; unless a test decides, on the thread that causes it. */
  Executor callbacks = new Trampoline();

  /** How often a client was woken, by its alarm. */
  int wakeUps;

  boolean hostClosed;
  private final List<TestHost> hosts = new ArrayList<>();
  private final List<Lease> kept = new ArrayList<>();

  Workbench() {
    this(false, true);
  }

  Workbench(boolean blocking, boolean pushes) {
    this(new StoreCapabilities(blocking, pushes, HoldKind.LEASE, Duration.ofMillis(10)));
  }

  Workbench(StoreCapabilities capabilities) {
    store = new WiredStore(clock, capabilities);
    clock.advance(START);
  }

  /** A store that may take its time to answer, and whose clients wait for that. */
  static Workbench patient() {
    return new Workbench(new StoreCapabilities(false, true, HoldKind.LEASE, Duration.ofMinutes(1)));
  }

  /** Refers to a lease that the test does not use again, which would else be a leak and end. */
  void keep(Lease lease) {
    kept.add(lease);
  }

  /** Stops the ticks of all clients: their machines are suspended. */
  void pause() {
    hosts.forEach(TestHost::pause);
  }

  /** Lets them go on; what fell due meanwhile happens now. */
  void resume() {
    hosts.forEach(TestHost::resume);
  }

  Holdfast client(String name) {
    return client(name, builder -> builder);
  }

  Holdfast client(String name, UnaryOperator<Holdfast.Builder> settings) {
    return settings
        .apply(
            Holdfast.builder(store)
                .name(name)
                .host(new WorkHost())
                .listener(new Listener())
                .closeTimeout(Duration.ofMillis(1)))
        .build();
  }

  void advance(long millis) {
    clock.advance(Duration.ofMillis(millis));
  }

  private final class Listener implements HoldfastListener {
    @Override
    public void jeopardy(String name, long token, Duration remaining, Throwable error) {
      told.add("jeopardy " + name + " " + token + " " + remaining + " " + error.getMessage());
    }

    @Override
    public void safe(String name, long token) {
      told.add("safe " + name + " " + token);
    }

    @Override
    public void lost(String name, long token, Loss loss) {
      told.add("lost " + name + " " + token + " " + loss.kind());
    }
  }

  private final class WorkHost implements EngineHost {
    private long passed;
    private final TestHost host = new TestHost(clock);

    WorkHost() {
      hosts.add(host);
    }

    @Override
    public long nanos() {
      passed += pace;
      atEachLook.run();
      return host.nanos() + passed;
    }

    @Override
    public void onAlarm(Runnable tick) {
      host.onAlarm(
          () -> {
            wakeUps++;
            tick.run();
          });
    }

    @Override
    public void alarm(long atNanos) {
      host.alarm(atNanos);
    }

    @Override
    public Executor io() {
      return task -> io.execute(task);
    }

    @Override
    public Executor renewals() {
      return task -> renewals.execute(task);
    }

    @Override
    public Executor callbacks() {
      return task -> callbacks.execute(task);
    }

    @Override
    public int random(int bound) {
      return chance.applyAsInt(bound);
    }

    @Override
    public String nonce() {
      return host.nonce();
    }

    @Override
    public void close() {
      hostClosed = true;
      host.close();
    }
  }
}
