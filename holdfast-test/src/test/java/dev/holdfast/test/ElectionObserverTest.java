package dev.holdfast.test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.Candidacy;
import dev.holdfast.Election;
import dev.holdfast.Holdfast;
import dev.holdfast.Leader;
import dev.holdfast.Lease;
import dev.holdfast.LockOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What observers of an election are told. */
class ElectionObserverTest {
  private static final Duration PERIOD = Duration.ofSeconds(2);

  private final TestHoldfast test = TestHoldfast.create();
  private final Holdfast observing = test.client();
  private final Holdfast there = test.newClient("there");
  private final Told silent = new Told("a", new ArrayList<>());
  private final List<String> seen = new ArrayList<>();

  @AfterEach
  void close() {
    test.close();
  }

  private Election.Observation observe() {
    return observing.election("e").observe(PERIOD, this::see);
  }

  private void see(Optional<Leader> leader) {
    seen.add(leader.map(Leader::data).orElse("nobody"));
  }

  private List<String> next() {
    List<String> all = List.copyOf(seen);
    seen.clear();
    return all;
  }

  @Test
  void itIsToldWhoLeadsAndOfEachChange() {
    Election.Observation observation = observe();
    assertEquals(List.of("nobody"), next());
    Candidacy first = there.election("e").campaign("1", silent);
    test.advance(PERIOD.minusMillis(1));
    assertEquals(List.of(), next());
    test.advance(Duration.ofMillis(1));
    assertEquals(List.of("1"), next());
    test.advance(Duration.ofMinutes(5));
    assertEquals(List.of(), next());
    first.resign(); // and elected again
    test.advance(PERIOD);
    assertEquals(List.of("1"), next());
    first.close();
    test.advance(PERIOD);
    assertEquals(List.of("nobody"), next());
    observation.close();
    Candidacy second = there.election("e").campaign("2", silent);
    test.advance(PERIOD.multipliedBy(5));
    assertEquals(List.of(), next());
    second.close();
  }

  @Test
  void nothingIsToldWhileTheStoreDoesNotAnswer() {
    Candidacy first = there.election("e").campaign("1", silent);
    observe();
    assertEquals(List.of("1"), next());
    test.cutStore();
    test.advance(Duration.ofMinutes(5));
    assertEquals(List.of(), next());
    test.healStore();
    test.advance(Duration.ofMinutes(1));
    assertEquals(List.of("1"), next(), "for a new term");
    first.close();
  }

  @Test
  void readersAndThoseWhoHaveGoneDoNotLead() throws Exception {
    observe();
    Lease reader = there.readWrite("e").read().acquire();
    test.advance(PERIOD);
    assertEquals(List.of("nobody"), next());
    reader.release();
    Lease writer = there.readWrite("e").write().acquire();
    test.advance(PERIOD);
    assertEquals(List.of(""), next());
    writer.release();
    test.advance(PERIOD);
    assertEquals(List.of("nobody"), next());
    Lease permit = there.semaphore("e", 2).acquire();
    test.advance(PERIOD);
    assertEquals(List.of(), next());
    permit.release();
    LockOptions atLeast = LockOptions.defaults().holdAtLeast(Duration.ofMinutes(1));
    there.mutex("e", atLeast).acquire().release();
    assertTrue(observing.inspect("e").isHeld());
    assertEquals(Optional.empty(), observing.election("e").leader());
  }

  @Test
  void anObserverThatThrowsIsToldOfTheNextChange() {
    observing
        .election("e")
        .observe(
            PERIOD,
            leader -> {
              see(leader);
              throw new IllegalStateException("seen");
            });
    Candidacy first = there.election("e").campaign("1", silent);
    test.advance(PERIOD);
    first.close();
    test.advance(PERIOD);
    assertEquals(List.of("nobody", "1", "nobody"), next());
  }

  @Test
  void thePeriodIsBounded() {
    Election election = observing.election("e");
    for (Duration odd :
        List.of(Duration.ZERO, Duration.ofMillis(49), Duration.ofHours(1).plusNanos(1))) {
      assertThrows(IllegalArgumentException.class, () -> election.observe(odd, this::see));
    }
    election.observe(this::see).close();
  }
}
