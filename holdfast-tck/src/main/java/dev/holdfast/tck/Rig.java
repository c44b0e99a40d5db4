package dev.holdfast.tck;

import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.holdfast.Holdfast;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Mode;
import dev.holdfast.spi.StoreCapabilities;
import dev.holdfast.tck.StoreFixture.ServerFault;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.UUID;
import java.util.function.UnaryOperator;

/**
 * The workbench of one test: clients of both levels on the fixture's store, in a namespace of their
 * own, closed with the rig in the reverse order of their making.
 *
 * <ol>
 *   <li>{@link RigResolver} makes a rig for each test. The rig opens one store object, which the
 *       test's clients share unless they ask for one of their own.
 *   <li>{@link #client} gives a client on the SPI; {@link #holdfast} gives one with the engine, as
 *       users have it; {@link #url} is for clients in child processes.
 *   <li>A method whose name begins with {@code needs}, and one that causes a fault, skips the test
 *       if the store or the fixture cannot do that.
 *   <li>{@link #pass} lets the store's time pass: by waiting, or on the fixture's fake clock.
 *   <li>{@link #close} closes the clients, the store objects and at last the fixture.
 * </ol>
 */
public final class Rig implements AutoCloseable {
  private final StoreFixture fixture;
  private final String namespace = "tck-" + UUID.randomUUID();
  private final LockStore store;
  private final Deque<AutoCloseable> opened = new ArrayDeque<>();
  private int clients;

  Rig(StoreFixture fixture) throws Exception {
    this.fixture = fixture;
    opened.push(fixture);
    this.store = openStore();
  }

  /** The store object that the test's clients share, unless they ask for one of their own. */
  LockStore store() {
    return store;
  }

  /** Another store object on the same records. */
  LockStore openStore() throws Exception {
    return keep(fixture.openStore());
  }

  StoreCapabilities capabilities() {
    return store.capabilities();
  }

  String namespace() {
    return namespace;
  }

  /** A client at the level of the SPI. */
  SpiClient client(String name) {
    return client(name, store);
  }

  /** A client at the level of the SPI, on this store object. */
  SpiClient client(String name, LockStore on) {
    return keep(SpiClient.open(on, name, ++clients, namespace));
  }

  /** A client as users have it, with a store object of its own. */
  Holdfast holdfast(String name) throws Exception {
    return holdfast(name, openStore());
  }

  /** A client as users have it, on this store object. */
  Holdfast holdfast(String name, LockStore on) {
    return holdfast(name, on, builder -> builder);
  }

  /** The same with more settings. */
  Holdfast holdfast(String name, LockStore on, UnaryOperator<Holdfast.Builder> settings) {
    assumeFalse(fixture.isTimeFake(), "not asked: the engine needs the store's time to be real");
    return keep(settings.apply(Holdfast.builder(on).name(name).namespace(namespace)).build());
  }

  /** A store object of its own, behind a switch for faults. */
  FaultyStore faulty() throws Exception {
    return new FaultyStore(openStore());
  }

  /** Closes this with the rig. */
  <T extends AutoCloseable> T keep(T closeable) {
    opened.push(closeable);
    return closeable;
  }

  /** The lease of tests in which one expires. */
  Duration longLease() {
    return fixture.longLease();
  }

  Duration shortLease() {
    return fixture.shortLease();
  }

  Duration stampsAhead() {
    return fixture.stampsAhead();
  }

  long shortMillis() {
    return shortLease().toMillis();
  }

  void pass(Duration time) {
    fixture.pass(time);
  }

  void passMillis(long millis) {
    fixture.pass(Duration.ofMillis(millis));
  }

  /** Lets a short lease expire, with a little more for clocks that count in coarse units. */
  void passShortLease() {
    fixture.pass(shortLease().plusMillis(50));
  }

  /** A push that is not lost arrives within this; a store with a fake clock has no network. */
  Duration arrival() {
    return fixture.isTimeFake() ? Duration.ofMillis(200) : Duration.ofSeconds(5);
  }

  /** The URL for child processes, in this rig's namespace. */
  String url() {
    Optional<String> url = fixture.url();
    assumeTrue(url.isPresent(), "not asked: the fixture gives no URL for other processes");
    return url.get() + (url.get().contains("?") ? "&" : "?") + "namespace=" + namespace;
  }

  /** Whether holds last for as long as their clients ask, and then expire. */
  boolean hasLeases() {
    return capabilities().holdKind() == StoreCapabilities.HoldKind.LEASE;
  }

  /** Skips the test unless holds expire. */
  void needsLeases() {
    assumeTrue(
        hasLeases(),
        "not asked: needs the capability LEASE (this store's holds end with the session)");
  }

  /** Skips the test unless the store grants in these modes. */
  void needs(Mode... modes) {
    for (Mode mode : modes) {
      assumeTrue(
          capabilities().modes().contains(mode),
          "not asked: needs the capability " + mode + " holds");
    }
  }

  /** Skips the test unless the store tells clients without being asked. */
  void needsPushes() {
    assumeTrue(capabilities().pushes(), "not asked: needs the capability pushes");
  }

  ServerFault restart() {
    Optional<ServerFault> restart = fixture.restart();
    assumeTrue(restart.isPresent(), "not asked: the fixture cannot restart the server");
    return restart.get();
  }

  ServerFault loseData() {
    Optional<ServerFault> fault = fixture.loseData();
    assumeTrue(fault.isPresent(), "not asked: the fixture cannot make the server lose its data");
    return fault.get();
  }

  @Override
  public void close() {
    AssertionError trouble = null;
    while (!opened.isEmpty()) {
      try {
        opened.pop().close();
      } catch (Exception failure) {
        if (trouble == null) {
          trouble = new AssertionError("could not close what the test used", failure);
        } else {
          trouble.addSuppressed(failure);
        }
      }
    }
    if (trouble != null) {
      throw trouble;
    }
  }
}
