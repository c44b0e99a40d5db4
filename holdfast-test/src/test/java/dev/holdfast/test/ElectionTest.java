package dev.holdfast.test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.Candidacy;
import dev.holdfast.Election;
import dev.holdfast.Holdfast;
import dev.holdfast.Leader;
import dev.holdfast.Lease;
import dev.holdfast.LeaseLostException;
import dev.holdfast.LockOptions;
import dev.holdfast.Owner;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Who leads, and what candidates are told. */
class ElectionTest {
  private final TestHoldfast test = TestHoldfast.create();
  private final Holdfast here = test.client();
  private final Holdfast there = test.newClient("there");
  private final List<String> events = new ArrayList<>();
  private final Told a = new Told("a", events);
  private final Told b = new Told("b", events);

  @AfterEach
  void close() {
    test.close();
  }

  private List<String> newEvents() {
    List<String> all = List.copyOf(events);
    events.clear();
    return all;
  }

  @Test
  void theFirstCandidateLeads() {
    Candidacy candidacy = here.election("e").campaign("here:80", a);
    assertEquals(List.of("a leads"), newEvents());
    assertTrue(candidacy.isLeader());
    Lease lease = candidacy.lease().orElseThrow();
    Leader leader = there.election("e").leader().orElseThrow();
    assertEquals("here:80", leader.data());
    assertEquals(lease.token(), leader.term());
    assertEquals(lease.owner(), leader.owner());
    assertEquals("test", leader.owner().client());
    test.advance(Duration.ofMinutes(10));
    assertTrue(candidacy.isLeader());
    assertEquals(List.of(), newEvents());
  }

  @Test
  void theNextLeadsWhenTheLeaderHasResigned() {
    Candidacy first = here.election("e").campaign("1", a);
    Candidacy second = there.election("e").campaign("2", b);
    assertFalse(second.isLeader());
    assertEquals(Optional.empty(), second.lease());
    second.resign();
    long term = first.lease().orElseThrow().token();
    newEvents();
    first.resign();
    assertEquals(List.of("a gave up", "b leads"), newEvents());
    assertFalse(first.isLeader());
    assertTrue(second.lease().orElseThrow().token() > term);
    second.resign();
    assertEquals(List.of("b gave up", "a leads"), newEvents());
  }

  @Test
  void whoResignsAloneIsElectedAgain() {
    Candidacy only = here.election("e").campaign("", a);
    long term = only.lease().orElseThrow().token();
    only.resign();
    assertEquals(List.of("a leads", "a gave up", "a leads"), newEvents());
    assertTrue(only.lease().orElseThrow().token() > term);
  }

  @Test
  void aLeaderThatSleepsIsSucceededAndCampaignsAgain() {
    Candidacy first = here.election("e").campaign("1", a);
    Candidacy second = there.election("e").campaign("2", b);
    newEvents();
    test.pause(here);
    test.advance(Duration.ofMinutes(1));
    assertEquals(List.of("b leads"), newEvents());
    assertFalse(first.isLeader());
    test.resume(here);
    assertEquals(List.of("a lost: EXPIRED"), newEvents());
    long term = second.lease().orElseThrow().token();
    second.close();
    assertEquals(List.of("b gave up", "a leads"), newEvents());
    assertTrue(first.lease().orElseThrow().token() > term);
  }

  @Test
  void aLeaderThatIsCutOffKnowsBeforeAnotherLeads() {
    Candidacy first = here.election("e").campaign("1", a);
    newEvents();
    test.cutStore();
    test.advance(Duration.ofSeconds(30));
    assertEquals(List.of("a lost: EXPIRED"), newEvents());
    assertFalse(first.isLeader());
    test.advance(Duration.ofMinutes(5));
    test.healStore();
    test.advance(Duration.ofSeconds(35));
    assertEquals(List.of("a leads"), newEvents());
  }

  @Test
  void aLeaderWhoseHoldIsBrokenIsToldAndCampaignsAgain() {
    Candidacy candidacy = here.election("e").campaign("", a);
    test.lose(candidacy.lease().orElseThrow());
    assertEquals(List.of("a leads", "a lost: BROKEN", "a leads"), newEvents());
  }

  @Test
  void aClosedCandidacyIsOver() {
    Candidacy first = here.election("e").campaign("1", a);
    Candidacy second = there.election("e").campaign("2", b);
    newEvents();
    second.close();
    assertTrue(here.inspect("e").waiters().isEmpty());
    first.close();
    first.close();
    assertEquals(List.of("a gave up"), newEvents());
    assertFalse(first.isLeader());
    assertFalse(here.inspect("e").isHeld());
    first.resign();
    test.advance(Duration.ofMinutes(5));
    assertEquals(List.of(), newEvents());
    assertEquals(Optional.empty(), here.election("e").leader());
  }

  @Test
  void aClosedClientEndsItsCandidacies() {
    Candidacy leader = there.election("e").campaign("", a);
    Candidacy waiting = there.election("f").campaign("", b);
    Lease held = here.mutex("g").tryAcquire().orElseThrow();
    Candidacy alsoWaiting = there.election("g").campaign("", b);
    there.close();
    assertEquals(List.of("a leads", "b leads", "a lost: CLOSED", "b lost: CLOSED"), newEvents());
    assertFalse(leader.isLeader() || waiting.isLeader() || alsoWaiting.isLeader());
    held.release();
    test.advance(Duration.ofMinutes(5));
    assertEquals(List.of(), newEvents());
    assertThrows(IllegalStateException.class, () -> there.election("e").campaign("", a));
  }

  @Test
  void theStoreIsAskedAgainUntilItAnswers() {
    test.cutStore();
    Candidacy candidacy = here.election("e").campaign("", a);
    test.advance(Duration.ofMinutes(10));
    assertFalse(candidacy.isLeader());
    test.healStore();
    test.advance(Duration.ofSeconds(30));
    assertTrue(candidacy.isLeader());
    assertEquals(List.of("a leads"), newEvents());
  }

  @Test
  void aNameThatIsUsedOtherwiseIsAskedForAgain() throws Exception {
    Lease permit = there.semaphore("e", 2).acquire();
    Candidacy candidacy = here.election("e").campaign("", a);
    test.advance(Duration.ofMinutes(1));
    assertEquals(List.of(), newEvents());
    permit.release();
    test.advance(Duration.ofSeconds(30));
    assertTrue(candidacy.isLeader());
  }

  @Test
  void aCandidateMayResignAndCloseInItsOwnCalls() {
    Candidacy[] self = new Candidacy[1];
    List<String> steps = new ArrayList<>();
    Told listener =
        new Told("a", events) {
          @Override
          public void elected(Lease granted) {
            super.elected(granted);
            steps.add("elected");
            if (self[0] != null) {
              self[0].close();
              steps.add("closed " + granted.isHeld());
            }
          }
        };
    self[0] = here.election("e").campaign("", listener);
    self[0].resign();
    assertEquals(List.of("a leads", "a gave up", "a leads", "a gave up"), newEvents());
    assertEquals(List.of("elected", "elected", "closed false"), steps);
    assertFalse(here.inspect("e").isHeld());
  }

  @Test
  void whoReleasesTheLeaseResigns() {
    Candidacy first = here.election("e").campaign("1", a);
    Candidacy second = there.election("e").campaign("2", b);
    newEvents();
    Lease lease = first.lease().orElseThrow();
    lease.release();
    assertFalse(lease.isHeld());
    assertEquals(Duration.ZERO, lease.remaining());
    assertThrows(IllegalStateException.class, () -> lease.ensure(Duration.ofSeconds(1)));
    assertEquals(List.of("a gave up", "b leads"), newEvents());
    lease.close();
    Lease next = second.lease().orElseThrow();
    test.lose(next);
    assertThrows(LeaseLostException.class, next::close);
    assertEquals(List.of("b lost: BROKEN", "a leads"), newEvents());
  }

  @Test
  void aListenerThatThrowsHarmsNothing() {
    Told listener =
        new Told("a", events) {
          @Override
          public void elected(Lease granted) {
            super.elected(granted);
            throw new IllegalStateException("elected");
          }

          @Override
          public void ended(Optional<dev.holdfast.Loss> loss) {
            super.ended(loss);
            throw new IllegalStateException("ended");
          }
        };
    Candidacy candidacy = here.election("e").campaign("", listener);
    candidacy.resign();
    test.lose(candidacy.lease().orElseThrow());
    candidacy.close();
    assertEquals(
        List.of("a leads", "a gave up", "a leads", "a lost: BROKEN", "a leads", "a gave up"),
        newEvents());
    assertFalse(here.inspect("e").isHeld());
  }

  @Test
  void theDataIsTheCandidatesOwnAlsoInOneClient() {
    Election election = here.election("e");
    Candidacy first = election.campaign("1", a);
    Candidacy second = election.campaign("2", b);
    assertEquals("1", election.leader().orElseThrow().data());
    for (int i = 0; i < 3; i++) {
      first.resign();
      assertEquals("2", election.leader().orElseThrow().data());
      assertEquals(second.lease().orElseThrow().token(), election.leader().orElseThrow().term());
      second.resign();
      assertEquals("1", election.leader().orElseThrow().data());
    }
    List<Lease> plain = new ArrayList<>();
    here.mutex("e").acquireAsync().thenAccept(plain::add).isDone();
    second.close();
    first.close();
    Leader holder = election.leader().orElseThrow();
    assertEquals("", holder.data());
    assertEquals(Optional.empty(), holder.owner().data());
    Candidacy third = election.campaign("3", a);
    plain.get(0).release();
    assertTrue(third.isLeader());
    assertEquals("3", election.leader().orElseThrow().data());
  }

  @Test
  void theTermIsTheTokenAlsoOfCandidatesThatSayTheSame() {
    Election election = here.election("e", LockOptions.defaults().linger(Duration.ofMinutes(1)));
    Candidacy first = election.campaign("same", a);
    Candidacy second = election.campaign("same", b);
    first.resign();
    assertEquals(second.lease().orElseThrow().token(), election.leader().orElseThrow().term());
    first.close();
    second.close();
    assertFalse(here.inspect("e").isHeld());
  }

  @Test
  void aPlaceInTheQueueSaysWhoStandsThere() {
    Lease held = there.mutex("e").tryAcquire().orElseThrow();
    Candidacy candidacy = here.election("e").campaign("1", a);
    List<Lease> plain = new ArrayList<>();
    here.mutex("e").acquireAsync().thenAccept(plain::add).isDone();
    assertEquals(List.of(Optional.of("1")), waiters());
    candidacy.close();
    assertEquals(List.of(Optional.empty()), waiters());
    held.release();
    assertEquals(Optional.empty(), there.inspect("e").holds().get(0).owner().data());
    assertEquals(1, plain.size());
    plain.get(0).release();
  }

  private List<Optional<String>> waiters() {
    return there.inspect("e").waiters().stream().map(Owner::data).toList();
  }

  @Test
  void dataHasUpTo256Bytes() {
    for (String data : List.of("", "a", "ä/ =\n\0", "😀", "x".repeat(256), "ä".repeat(128))) {
      Candidacy candidacy = here.election("e").campaign(data, a);
      assertEquals(data, there.election("e").leader().orElseThrow().data());
      assertEquals(Optional.of(data), candidacy.lease().orElseThrow().owner().data());
      candidacy.close();
    }
    for (String data : List.of("x".repeat(257), "ä".repeat(129), "\ud800")) {
      assertThrows(
          IllegalArgumentException.class, () -> here.election("e").campaign(data, a), data);
    }
    assertFalse(here.inspect("e").isHeld());
  }
}
