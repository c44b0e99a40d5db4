package dev.holdfast.zookeeper;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.apache.curator.test.InstanceSpec;
import org.apache.zookeeper.server.quorum.LateLeader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A look shows what others have been answered before it, through the leader, too. A leader answers
 * its own clients from its memory, after a {@code sync} too, and may not have done yet what a
 * follower has done and answered: here it never has when the look begins.
 */
class FreshLookTest {
  private final String namespace = "?namespace=fresh-" + UUID.randomUUID();
  private final List<InstanceSpec> servers = List.copyOf(Ensemble.shared().getInstances());
  private final LateLeader leader =
      LateLeader.of(servers.stream().map(InstanceSpec::getPort).toList());
  private final Holdfast near = through(true);
  private final Holdfast far = through(false);

  private Holdfast through(boolean theLeader) {
    InstanceSpec server =
        servers.stream()
            .filter(each -> (each.getPort() == leader.port()) == theLeader)
            .findFirst()
            .orElseThrow();
    return Holdfast.connect(Ensemble.url(server) + namespace);
  }

  @BeforeAll
  static void whoLeadsIsDecided() {
    Holdfast.connect(Ensemble.url(Ensemble.shared())).close();
  }

  /** The first one reads, and may write, what a session needs but once. */
  @BeforeEach
  void aLookIsNotTheFirst() throws InterruptedException {
    far.mutex("n").acquire().close();
    assertEquals(List.of(), near.inspect("n").holds());
  }

  @AfterEach
  void close() {
    leader.catchUp();
    near.close();
    far.close();
  }

  @Test
  void aNameThatWasTakenIsSeenToBeHeld() throws Exception {
    leader.lag();
    Lease held = far.mutex("n").acquire();
    assertEquals(1, toldByTheLeader(() -> near.inspect("n")).holds().size());
    held.close();
    leader.lag();
    try (Lease again = far.mutex("n").acquire()) {
      assertEquals(Optional.empty(), toldByTheLeader(() -> near.mutex("n").tryAcquire()));
      assertTrue(again.isHeld());
    }
  }

  @Test
  void aNameThatWasReleasedIsFree() throws Exception {
    Lease held = far.mutex("n").acquire();
    assertEquals(1, near.inspect("n").holds().size());
    leader.lag();
    held.close();
    Optional<Lease> next = toldByTheLeader(() -> near.mutex("n").tryAcquire());
    assertTrue(next.isPresent());
    next.get().close();
  }

  @Test
  void aNameThatWasTakenIsListed() throws Exception {
    leader.lag();
    try (Lease held = far.mutex("n").acquire()) {
      assertEquals(List.of("n"), toldByTheLeader(() -> near.names(10)));
      assertTrue(held.isHeld());
    }
  }

  /**
   * The answer to a look through the leader, which catches up when nothing else can answer it: when
   * a write of the client that looks is committed.
   */
  private <T> T toldByTheLeader(Callable<T> look) throws Exception {
    FutureTask<T> asked = new FutureTask<>(look);
    Thread thread = new Thread(asked, "looks");
    thread.start();
    await()
        .atMost(Duration.ofMinutes(1))
        .pollInterval(Duration.ofMillis(5))
        .until(() -> asked.isDone() || leader.owesItsClients());
    leader.catchUp();
    T told = asked.get(20, TimeUnit.SECONDS);
    thread.join();
    return told;
  }
}
