package dev.holdfast.tck.internal.clients;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.ReleaseRequest;
import dev.holdfast.spi.Standing;
import dev.holdfast.tck.fixture.Rig;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** One client's request for several names, and where it stands with each. */
public record Asked(SpiClient client, List<AcquireRequest> requests, List<Standing> standings) {
  private static final long SENT_AT = 1_000;

  /** Asks for all of these, or none. */
  public static Asked trying(SpiClient client, String... names) {
    return of(client, requests(client, false, names));
  }

  /** Asks for these, as far as they are free, and queues for the first if that is not. */
  public static Asked waiting(SpiClient client, String... names) {
    return of(client, requests(client, true, names));
  }

  /** Requests of new attempts, each as its client asks now. */
  public static List<AcquireRequest> requests(SpiClient client, boolean waits, String... names) {
    List<AcquireRequest> requests = new ArrayList<>();
    for (String name : names) {
      requests.add(client.request(name, client.attempt(), waits, SENT_AT));
    }
    return requests;
  }

  public static Asked of(SpiClient client, List<AcquireRequest> requests) {
    List<Standing> standings = SpiClient.answer(client.session().acquireAll(requests));
    assertEquals(requests.size(), standings.size(), () -> "answers to " + requests.size());
    for (Standing later : standings.subList(1, standings.size())) {
      boolean may =
          later instanceof Standing.Holding
              || later instanceof Standing.Absent
              || later instanceof Standing.Mismatched;
      assertTrue(may, () -> later + " is no answer to any but the first");
    }
    return new Asked(client, requests, standings);
  }

  /** Skips the test unless the store looks at this number of names at once. */
  public static void needsSeveral(Rig rig, int names) {
    needsTogether(
        rig, IntStream.range(0, names).mapToObj(i -> "reach-" + i).toArray(String[]::new));
  }

  /** Skips the test unless the store looks at these names at once, which are free. */
  public static void needsTogether(Rig rig, String... names) {
    Asked asked = waiting(SpiClient.of(rig, "reach"), names);
    int granted = asked.granted();
    List<Boolean> unused = asked.releaseAll();
    assumeTrue(
        granted == names.length,
        () -> "not asked: of " + names.length + " free names this store looks at " + granted);
  }

  public Asked again() {
    return of(client, requests);
  }

  public String attempt(int index) {
    return requests.get(index).attempt();
  }

  public Standing standing(int index) {
    return standings.get(index);
  }

  public Standing.Holding holding(int index) {
    return SpiClient.holding(standings.get(index));
  }

  /** How many are granted: some of the first, and none after them. */
  public int granted() {
    int count = 0;
    while (count < standings.size() && standings.get(count) instanceof Standing.Holding) {
      count++;
    }
    for (Standing after : standings.subList(count, standings.size())) {
      boolean none = !(after instanceof Standing.Holding);
      assertTrue(none, () -> "granted behind one that was not: " + standings);
    }
    return count;
  }

  /** The one stamp that all have; all have to be granted. */
  public long stamp() {
    for (Standing each : standings) {
      assertInstanceOf(Standing.Holding.class, each, () -> "should hold all: " + standings);
      assertEquals(holding(0).stamp(), SpiClient.holding(each).stamp(), "one stamp");
    }
    return holding(0).stamp();
  }

  /** Fails if anything is left of this on any of its names. */
  public void assertNothingIsLeft() {
    for (AcquireRequest request : requests) {
      String name = request.name();
      String attempt = request.attempt();
      assertTrue(!client.holders(name).contains(attempt), () -> "it holds " + name);
      assertTrue(!client.waiters(name).contains(attempt), () -> "it waits for " + name);
    }
  }

  /** Releases all of them. */
  public List<Boolean> releaseAll() {
    return releaseAll(
        client,
        requests.stream()
            .map(asked -> new ReleaseRequest(asked.name(), asked.attempt(), 0, false, 60_000))
            .toList());
  }

  public static List<Boolean> releaseAll(SpiClient client, List<ReleaseRequest> releases) {
    List<Boolean> found = SpiClient.answer(client.session().releaseAll(releases));
    assertEquals(releases.size(), found.size(), () -> "answers to " + releases.size());
    return found;
  }
}
