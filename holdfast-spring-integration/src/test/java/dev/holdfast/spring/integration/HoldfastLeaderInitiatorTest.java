package dev.holdfast.spring.integration;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.Holdfast;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.event.EventListener;
import org.springframework.integration.leader.AbstractCandidate;
import org.springframework.integration.leader.Context;
import org.springframework.integration.leader.DefaultCandidate;
import org.springframework.integration.leader.event.AbstractLeaderEvent;
import org.springframework.integration.leader.event.DefaultLeaderEventPublisher;

/** Candidates of Spring Integration. */
class HoldfastLeaderInitiatorTest {
  private static final String ROLE = "cluster";
  private final String url = "memory:" + UUID.randomUUID();
  private final Holdfast one = Holdfast.connect(url);
  private final Holdfast two = Holdfast.connect(url);
  private final BlockingQueue<String> told = new LinkedBlockingQueue<>();

  @AfterEach
  void close() {
    one.close();
    two.close();
  }

  /** Writes down what it is told, and does what the test says when it leads. */
  private final class Noting extends AbstractCandidate {
    private final Work work;
    private volatile Context context = () -> false;

    Noting(String id, Work work) {
      super(id, ROLE);
      this.work = work;
    }

    @Override
    public void onGranted(Context context) throws InterruptedException {
      this.context = context;
      told.add(getId() + " granted");
      work.lead(context);
    }

    @Override
    public void onRevoked(Context context) {
      told.add(getId() + " revoked, leading: " + context.isLeader());
    }
  }

  private interface Work {
    void lead(Context context) throws InterruptedException;
  }

  private Noting noting(String id) {
    return new Noting(id, context -> {});
  }

  private HoldfastLeaderInitiator initiator(Holdfast client, Noting candidate) {
    HoldfastLeaderInitiator initiator = new HoldfastLeaderInitiator(client, candidate);
    initiator.setLeaderEventPublisher(
        new DefaultLeaderEventPublisher(
            event -> told.add(candidate.getId() + " " + event.getClass().getSimpleName())));
    return initiator;
  }

  private void assertTold(String... all) throws InterruptedException {
    for (String each : all) {
      assertEquals(each, told.poll(30, TimeUnit.SECONDS));
    }
  }

  @Test
  void oneLeadsAndTheNextOneAfterItHasBeenToldOfTheEnd() throws Exception {
    Noting first = noting("1");
    HoldfastLeaderInitiator a = initiator(one, first);
    HoldfastLeaderInitiator b = initiator(two, noting("2"));
    assertFalse(a.getContext().isLeader());
    a.start();
    assertTold("1 granted", "1 OnGrantedEvent");
    b.start();
    assertTrue(a.isRunning() && a.getContext().isLeader());
    assertFalse(b.getContext().isLeader());
    assertEquals("1", two.election(ROLE).leader().orElseThrow().data());
    a.stop();
    assertFalse(a.isRunning() || a.getContext().isLeader() || first.context.isLeader());
    assertTold("1 revoked, leading: false", "1 OnRevokedEvent", "2 granted", "2 OnGrantedEvent");
    assertTrue(b.getContext().isLeader());
    b.destroy();
    assertTold("2 revoked, leading: false", "2 OnRevokedEvent");
  }

  @Test
  void aCandidateThatYieldsCampaignsAgainBehindTheOthersWithAGreaterToken() throws Exception {
    Noting first = noting("1");
    HoldfastLeaderInitiator a = initiator(one, first);
    HoldfastLeaderInitiator b = initiator(two, noting("2"));
    a.start();
    assertTold("1 granted", "1 OnGrantedEvent");
    LeaseContext term = (LeaseContext) first.context;
    b.start();
    await().until(() -> one.inspect(ROLE).waiters().size() == 1);
    term.yield();
    assertTold("1 revoked, leading: false", "1 OnRevokedEvent", "2 granted", "2 OnGrantedEvent");
    await().until(() -> one.inspect(ROLE).waiters().size() == 1);
    b.stop();
    assertTold("2 revoked, leading: false", "2 OnRevokedEvent", "1 granted", "1 OnGrantedEvent");
    term.yield();
    assertFalse(term.isLeader());
    LeaseContext next = (LeaseContext) first.context;
    assertTrue(next.isLeader(), "a context of an earlier term gives up no later one");
    assertTrue(next.lease().token() > term.lease().token());
    assertEquals(ROLE, next.getRole());
    a.stop();
  }

  @Test
  void aLossRevokesAndTheCandidateCampaignsAgain() throws Exception {
    HoldfastLeaderInitiator a = initiator(one, noting("1"));
    a.start();
    assertTold("1 granted", "1 OnGrantedEvent");
    assertTrue(two.breakHold(ROLE));
    assertTold("1 revoked, leading: false", "1 OnRevokedEvent", "1 granted", "1 OnGrantedEvent");
    a.stop();
  }

  @Test
  void workThatIsDoneInOnGrantedIsInterruptedAtTheEndOfTheTerm() throws Exception {
    CountDownLatch never = new CountDownLatch(1);
    Noting worker = new Noting("1", context -> never.await());
    HoldfastLeaderInitiator a = initiator(one, worker);
    a.start();
    assertTold("1 granted");
    assertTrue(two.breakHold(ROLE));
    assertTold("1 revoked, leading: false", "1 OnRevokedEvent", "1 granted");
    worker.context.yield();
    assertTold("1 revoked, leading: false", "1 OnRevokedEvent", "1 granted");
    a.stop();
    assertTold("1 revoked, leading: false", "1 OnRevokedEvent");
    assertTrue(told.isEmpty());
  }

  @Test
  void aCandidateThatFailsYieldsAndIsElectedAgain() throws Exception {
    AtomicBoolean failed = new AtomicBoolean();
    Noting candidate =
        new Noting(
            "1",
            context -> {
              if (!failed.getAndSet(true)) {
                throw new IllegalStateException("cannot lead yet");
              }
            });
    HoldfastLeaderInitiator a = initiator(one, candidate);
    a.start();
    assertTold(
        "1 granted",
        "1 revoked, leading: false",
        "1 OnRevokedEvent",
        "1 granted",
        "1 OnGrantedEvent");
    a.stop();
  }

  @Test
  void itStartsAgain() throws Exception {
    HoldfastLeaderInitiator a = initiator(one, noting("1"));
    for (int i = 0; i < 3; i++) {
      a.start();
      a.start();
      assertTold("1 granted", "1 OnGrantedEvent");
      a.stop();
      a.stop();
      assertTold("1 revoked, leading: false", "1 OnRevokedEvent");
    }
    assertTrue(told.isEmpty());
  }

  @Test
  void callbacksInTheThreadThatCallsAreToldToo() throws Exception {
    try (Holdfast inline = Holdfast.builder(url).callbackExecutor(Runnable::run).build()) {
      HoldfastLeaderInitiator a = initiator(inline, noting("1"));
      a.start();
      assertTold("1 granted", "1 OnGrantedEvent");
      a.getContext().yield();
      assertTold("1 revoked, leading: false", "1 OnRevokedEvent", "1 granted", "1 OnGrantedEvent");
      a.stop();
      assertTold("1 revoked, leading: false", "1 OnRevokedEvent");
    }
  }

  static class Listening {
    private final BlockingQueue<String> heard = new LinkedBlockingQueue<>();

    @EventListener
    void on(AbstractLeaderEvent event) {
      heard.add(event.getClass().getSimpleName() + " " + event.getRole());
    }
  }

  @Test
  void aContextStartsItStopsItAndHearsOfIt() throws Exception {
    Listening listening = new Listening();
    try (var context = new AnnotationConfigApplicationContext()) {
      context.registerBean(Listening.class, () -> listening);
      context.registerBean(
          HoldfastLeaderInitiator.class,
          () -> new HoldfastLeaderInitiator(one, new DefaultCandidate("1", ROLE)));
      context.refresh();
      assertEquals("OnGrantedEvent cluster", listening.heard.poll(30, TimeUnit.SECONDS));
    }
    assertEquals("OnRevokedEvent cluster", listening.heard.poll(30, TimeUnit.SECONDS));
    assertEquals(List.of(), one.leases());
  }

  @Test
  void anIdThatIsTooLongIsRefusedAtTheStart() {
    Noting candidate = noting("x".repeat(257));
    HoldfastLeaderInitiator a = initiator(one, candidate);
    assertThrows(IllegalArgumentException.class, a::start);
    assertFalse(a.isRunning());
  }
}
