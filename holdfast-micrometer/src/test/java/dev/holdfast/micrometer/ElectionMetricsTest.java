package dev.holdfast.micrometer;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.holdfast.Candidacy;
import dev.holdfast.Holdfast;
import dev.holdfast.HoldfastListener.LeadershipChanged;
import dev.holdfast.Lease;
import dev.holdfast.memory.MemoryStore;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MockClock;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.simple.SimpleConfig;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Who leads, how often that changes, and that an election is not a lock that is held too long. */
final class ElectionMetricsTest {
  private final MockClock clock = new MockClock();
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry(SimpleConfig.DEFAULT, clock);
  private final NameGroups groups = NameGroups.byPrefix();
  private final MemoryStore store = MemoryStore.create();
  private final HoldfastMetricsListener listener =
      new HoldfastMetricsListener(registry, groups, Tags.of("client", "one"));
  private final Holdfast one = Holdfast.builder(store).listener(listener).build();
  private final Holdfast two = Holdfast.over(store);

  ElectionMetricsTest() {
    new HoldfastMetrics(one, groups, Tags.of("client", "one")).bindTo(registry);
    new HoldfastMetrics(two, groups, Tags.of("client", "two")).bindTo(registry);
  }

  @AfterEach
  void close() {
    one.close();
    two.close();
    store.close();
  }

  @Test
  void oneClientLeadsAndTheOtherOneDoesNot() {
    assertNull(leader("one", "e"), "it is no candidate");
    Candidacy first = one.election("e").campaign("", new Idle());
    await().until(first::isLeader);
    Candidacy second = two.election("e").campaign("", new Idle());
    later();
    assertEquals(1, leads("one", "e"));
    assertEquals(0, leads("two", "e"));
    first.resign();
    await().until(second::isLeader);
    later();
    assertEquals(0, leads("one", "e"));
    assertEquals(1, leads("two", "e"));
    await().until(() -> changes("e") == 1);
  }

  @Test
  void anElectionThatIsLeftHasNoGauge() {
    Candidacy first = one.election("e").campaign("", new Idle());
    await().until(first::isLeader);
    later();
    assertEquals(1, leads("one", "e"));
    first.close();
    later();
    assertNull(leader("one", "e"));
    Candidacy again = one.election("e").campaign("", new Idle());
    await().until(again::isLeader);
    later();
    assertEquals(1, leads("one", "e"), "it is told again");
    await().until(() -> changes("e") == 2);
  }

  @Test
  void whatElectionsHoldAndWaitForHasAGroupOfItsOwn() throws InterruptedException {
    Candidacy first = one.election("jobs:leader").campaign("", new Idle());
    await().until(first::isLeader);
    Candidacy second = two.election("jobs:leader").campaign("", new Idle());
    Lease lease = one.mutex("jobs:4").acquire();
    await().until(() -> two.statistics().waiting() == 1);
    later();
    assertEquals(1, gauge("holdfast.locks.held", "one", "elections"));
    assertEquals(1, gauge("holdfast.locks.held", "one", "jobs"));
    assertEquals(1, gauge("holdfast.locks.waiting", "two", "elections"));
    lease.release();
    second.close();
  }

  @Test
  void elections99AreToldApart() {
    List<Candidacy> candidacies = new ArrayList<>();
    for (int i = 0; i < 130; i++) {
      candidacies.add(one.election("e" + i).campaign("", new Idle()));
    }
    await().until(() -> candidacies.stream().allMatch(Candidacy::isLeader));
    later();
    assertNull(leader("one", "none"));
    assertEquals(NameGroups.MOST, registry.find("holdfast.election.leader").gauges().size());
    assertEquals(130 - 99, leads("one", NameGroups.OTHER));
    for (int i = 0; i < 1_000; i++) {
      listener.leadershipChanged(new LeadershipChanged("f" + i, 1, true));
      listener.leadershipChanged(new LeadershipChanged("f" + i, 1, false));
    }
    await().until(() -> allChanges() == 1_130);
    assertEquals(NameGroups.MOST, registry.get("holdfast.election.changes").counters().size());
  }

  private double allChanges() {
    return registry.find("holdfast.election.changes").counters().stream()
        .mapToDouble(counter -> counter.count())
        .sum();
  }

  private double changes(String election) {
    return registry.find("holdfast.election.changes").tag("election", election).counters().stream()
        .mapToDouble(counter -> counter.count())
        .sum();
  }

  private double leads(String client, String election) {
    Gauge gauge = leader(client, election);
    assertNotNull(gauge, election);
    return gauge.value();
  }

  /** The gauge of an election, as a scrape finds it that is the second since a change. */
  private Gauge leader(String client, String election) {
    gauge("holdfast.locks.held", client, NameGroups.OTHER);
    return registry
        .find("holdfast.election.leader")
        .tags("client", client, "election", election)
        .gauge();
  }

  private double gauge(String name, String client, String group) {
    registry.get(name).tags("client", client, "group", NameGroups.OTHER).gauge().value();
    return registry.get(name).tags("client", client, "group", group).gauge().value();
  }

  private void later() {
    clock.add(1, TimeUnit.SECONDS);
  }
}
