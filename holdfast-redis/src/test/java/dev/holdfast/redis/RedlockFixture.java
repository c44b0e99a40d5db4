package dev.holdfast.redis;

import dev.holdfast.quorum.QuorumStore;
import dev.holdfast.servers.RedisServer;
import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.LockStore;
import dev.holdfast.tck.fixture.StoreFixture;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

/**
 * A quorum of the three servers that this JVM's tests share, through one adapter. What comes after
 * a restart is for {@link RedlockFailureTests}: for as long as the longest lease of the kit nothing
 * is granted then, and so long no rule waits.
 */
public final class RedlockFixture implements StoreFixture {
  private final List<RedisServer> servers;
  private final String parameters;
  private final boolean readers;
  private final Duration longest;

  /**
   * A fixture.
   *
   * @param parameters what stands behind the URL so that other processes use this adapter too, with
   *     a question mark
   * @param readers whether shared holds are asked for. Not by the rules of the SPI: these know the
   *     order of readers who are granted together, which the members of a quorum do not share
   */
  public RedlockFixture(String parameters, boolean readers) {
    this.readers = readers;
    // The rules of the SPI have longer leases than clients usually have.
    this.longest = Duration.ofSeconds(readers ? 30 : 60);
    this.parameters = parameters + "&rejoin=" + longest.toSeconds() + "s";
    this.servers = RedlockServers.shared(longest);
  }

  /** On a busy machine a server may be late, and the order of the queue is not to depend on it. */
  @Override
  public LockStore openStore() {
    LockStore store =
        ((QuorumStore) AdapterTests.at(RedlockServers.url(servers) + parameters))
            .waitingFor(Duration.ofSeconds(5));
    return readers ? store : new MutexesOnly(store);
  }

  @Override
  public Duration shortLease() {
    return Duration.ofMillis(800);
  }

  @Override
  public Duration stampsAhead() {
    return Duration.of(AcquireRequest.MOST_AHEAD_MICROS, ChronoUnit.MICROS);
  }

  @Override
  public Duration longLease() {
    return longest;
  }

  @Override
  public Optional<String> url() {
    return Optional.of(RedlockServers.url(servers) + parameters);
  }

  @Override
  public Optional<ServerFault> loseData() {
    return Optional.of(() -> servers.forEach(server -> server.ask("FLUSHALL")));
  }
}
