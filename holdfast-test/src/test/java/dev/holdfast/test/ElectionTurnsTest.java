package dev.holdfast.test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.Candidacy;
import dev.holdfast.Election;
import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.Loss;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** What candidates may rely on when their listeners take their time. */
class ElectionTurnsTest {
  private final Workbench bench = new Workbench();
  private final Queue<Runnable> callbacks = new ArrayDeque<>();
  private final List<String> events = new ArrayList<>();
  private final Told a = new Told("a", events);
  private final Told watching =
      new Told("a", events) {
        @Override
        public void ended(Optional<Loss> loss) {
          super.ended(loss);
          events.add("while " + holder() + " holds");
        }
      };
  private final Holdfast here;
  private final Holdfast there;

  ElectionTurnsTest() {
    there = bench.client("there");
    here = bench.client("here");
    bench.callbacks = callbacks::add;
  }

  private void runCallbacks() {
    while (!callbacks.isEmpty()) {
      callbacks.remove().run();
    }
  }

  @Test
  void userCodeRunsOnTheCallbackExecutorAlone() {
    Candidacy candidacy = here.election("e").campaign("", a);
    here.election("e").observe(leader -> events.add("seen " + leader.isPresent()));
    assertEquals(List.of(), events);
    runCallbacks();
    assertEquals(List.of("seen true", "a leads"), events);
    assertTrue(there.breakHold("e"));
    bench.advance(2_000);
    assertEquals(2, events.size());
    runCallbacks();
    assertTrue(events.contains("a lost: BROKEN"), events::toString);
    candidacy.resign();
    assertFalse(candidacy.isLeader());
  }

  @Test
  void aClosedObserverIsToldNothingMoreAndLooksNoMore() {
    Election.Observation observation = here.election("e").observe(leader -> events.add("seen"));
    observation.close();
    runCallbacks();
    assertEquals(List.of(), events);
    int asked = bench.store.callers.size();
    bench.advance(60_000);
    assertEquals(asked, bench.store.callers.size());
  }

  @Test
  void nobodyElseLeadsBeforeTheListenerOfTheOneWhoResignsHasReturned() {
    Candidacy candidacy = here.election("e").campaign("", watching);
    runCallbacks();
    CompletableFuture<Lease> next = there.mutex("e").acquireAsync();
    candidacy.resign();
    assertFalse(candidacy.isLeader());
    bench.advance(120_000); // the listener takes its time, and the lease is renewed meanwhile
    assertEquals("here", holder());
    callbacks.remove().run();
    assertEquals(List.of("a leads", "a gave up", "while here holds"), events);
    assertEquals("there", holder());
    runCallbacks();
    assertTrue(next.join().isHeld());
    assertEquals(1, there.inspect("e").waiters().size());
  }

  private String holder() {
    return there.inspect("e").hold().map(hold -> hold.owner().client()).orElse("nobody");
  }

  @Test
  void aLeadershipThatEndedBeforeItWasToldIsNotToldOf() {
    Candidacy candidacy = here.election("e").campaign("", a);
    callbacks.remove().run(); // the future's: it leads, and the listener will be told
    assertTrue(candidacy.isLeader());
    assertTrue(there.breakHold("e"));
    assertFalse(candidacy.isLeader());
    runCallbacks();
    assertEquals(List.of("a leads"), events);
    assertTrue(candidacy.isLeader());
  }

  /** Found by the simulation, seed 2822: the lease's callback had told it, the listener had not. */
  @Test
  void whoResignsAfterALossIsToldOfTheLoss() {
    Candidacy candidacy = here.election("e").campaign("", a);
    runCallbacks();
    Lease lease = candidacy.lease().orElseThrow();
    assertTrue(there.breakHold("e"));
    candidacy.resign();
    assertTrue(lease.toString().endsWith("LOST]"), lease::toString);
    runCallbacks();
    assertEquals(List.of("a leads", "a lost: BROKEN", "a leads"), events);
  }

  @Test
  void whoLostDoesNotCampaignBeforeItsListenerHasReturned() {
    here.election("e").campaign("", watching);
    runCallbacks();
    assertTrue(there.breakHold("e"));
    callbacks.remove().run(); // the loss is told to the candidacy
    assertEquals("nobody", holder());
    runCallbacks();
    assertEquals(List.of("a leads", "a lost: BROKEN", "while nobody holds", "a leads"), events);
  }
}
