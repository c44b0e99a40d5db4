package dev.holdfast.test;

import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.LockOptions;
import dev.holdfast.memory.MemoryStore;
import dev.holdfast.spi.ClientIdentity;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The real Holdfast engine on a store in memory, with a clock that only the test moves and faults
 * that the test makes. Use it where the program under test takes a {@link Holdfast}:
 *
 * <pre>{@code
 * try (TestHoldfast test = TestHoldfast.create()) {
 *   Lease lease = test.client().mutex("nightly").acquire();
 *   test.pause(test.client());                  // a long garbage collection
 *   test.advance(Duration.ofMinutes(1));        // its lease runs out meanwhile
 *   assertTrue(test.newClient("other").mutex("nightly").tryAcquire().isPresent());
 *   test.resume(test.client());
 *   assertFalse(lease.isHeld());
 * }
 * }</pre>
 *
 * <p>Callbacks ({@code onLost}, futures, listeners) run on the thread that causes them, so they
 * have run when {@link #advance} returns. A thread that waits in a blocking method waits until
 * another releases the lock or advances the clock past its timeout. Thread-safe, but for {@code
 * advance}, {@code pause} and {@code resume}, which belong to one thread.
 */
public final class TestHoldfast implements AutoCloseable {
  // Longer than the pause between two tries to end an attempt.
  private static final Duration RETRIES = Duration.ofSeconds(5);
  // Real time: a client on a test's clock is told everything at once or not at all.
  private static final Duration NO_TIME = Duration.ofMillis(1);

  private final TestClock clock = new TestClock();
  private final CuttableStore store = new CuttableStore(MemoryStore.create(clock::micros));
  private final Map<Holdfast, TestHost> hosts = new ConcurrentHashMap<>();
  private final Holdfast client;

  private TestHoldfast(LockOptions options) {
    client = newClient("test", options);
  }

  /** A store and a first client with default options. */
  public static TestHoldfast create() {
    return create(LockOptions.defaults());
  }

  /** A store and a first client with these options. */
  public static TestHoldfast create(LockOptions options) {
    return new TestHoldfast(options);
  }

  /** The first client: what the program under test gets. */
  public Holdfast client() {
    return client;
  }

  /** Another client of the same store, as another process would be. */
  public Holdfast newClient(String name) {
    return newClient(name, LockOptions.defaults());
  }

  /** Another client of the same store with options of its own. */
  public Holdfast newClient(String name, LockOptions options) {
    TestHost host = new TestHost(clock);
    Holdfast made =
        Holdfast.builder(store)
            .name(name)
            .options(options)
            .host(host)
            .closeTimeout(NO_TIME)
            .build();
    hosts.put(made, host);
    return made;
  }

  /**
   * Lets this much time pass, for the store and all clients alike: renewals are sent, leases
   * expire, waits time out, each at its own instant.
   */
  public void advance(Duration time) {
    if (time.isNegative()) {
      throw new IllegalArgumentException("time does not go back, but this is " + time);
    }
    clock.advance(time);
  }

  /**
   * Stops a client, as a long garbage collection would: it renews nothing, and what it is told
   * waits until it goes on.
   */
  public void pause(Holdfast paused) {
    hostOf(paused).pause();
    store.pause(clientIdOf(paused));
  }

  /** Lets a paused client go on; what fell due meanwhile happens now. */
  public void resume(Holdfast resumed) {
    store.resume(clientIdOf(resumed));
    hostOf(resumed).resume();
  }

  private void resumeIfOpen(Holdfast asked) {
    if (store.isOpen(clientIdOf(asked))) {
      resume(asked);
    }
  }

  private static String clientIdOf(Holdfast asked) {
    return ClientIdentity.clientOf(asked.identity().id());
  }

  private TestHost hostOf(Holdfast asked) {
    return Objects.requireNonNull(
        hosts.get(asked), "this Holdfast client was not made by this TestHoldfast");
  }

  /** Makes the store unreachable: requests fail and pushes are lost. */
  public void cutStore() {
    store.cut();
  }

  /** Makes the store reachable again. */
  public void healStore() {
    store.heal();
  }

  /**
   * Ends this lease's hold in the store by force; its holder is told at once ({@code
   * Loss.Kind.BROKEN}).
   */
  public void lose(Lease lease) {
    client.breakHold(lease.name());
  }

  /** Closes all clients, with the store reachable. */
  @Override
  public void close() {
    store.heal();
    hosts.keySet().forEach(this::resumeIfOpen);
    clock.advance(RETRIES);
    List.copyOf(hosts.keySet()).forEach(Holdfast::close);
    store.close();
  }
}
