package dev.holdfast.test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.Candidacy;
import dev.holdfast.CandidacyInfo;
import dev.holdfast.Holdfast;
import dev.holdfast.HoldfastListener;
import dev.holdfast.HoldfastListener.LeadershipChanged;
import dev.holdfast.Lease;
import dev.holdfast.LockOptions;
import dev.holdfast.WaitInfo;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** What a client waits for, how long and why, and which elections it takes part in. */
class WaitsToldTest {
  private static final LockOptions NINE = LockOptions.defaults().lease(Duration.ofSeconds(9));

  private final Workbench bench = new Workbench();
  private final List<Object> heard = new ArrayList<>();
  private final Holdfast client =
      bench.client(
          "mine",
          builder ->
              builder.listener(
                  new HoldfastListener() {
                    @Override
                    public void leadershipChanged(LeadershipChanged event) {
                      heard.add(event);
                    }
                  }));
  private final Holdfast other = bench.client("other");

  @Test
  void namesThatAreWaitedForAreToldWithTheLongestWait() {
    bench.keep(other.mutex("a", NINE).tryAcquire().orElseThrow());
    bench.keep(other.mutex("b", NINE).tryAcquire().orElseThrow());
    assertEquals(List.of(), client.waits());
    CompletableFuture<Lease> first = client.mutex("a", NINE).acquireAsync();
    bench.advance(3_000);
    CompletableFuture<Lease> second = client.mutex("a", NINE).acquireAsync();
    CompletableFuture<Lease> third = client.mutex("b", NINE).acquireAsync();
    bench.advance(1_000);
    assertEquals(List.of("a 2 PT4S ", "b 1 PT1S "), waits());
    first.cancel(false);
    assertEquals(List.of("a 1 PT1S ", "b 1 PT1S "), waits());
    second.cancel(false);
    third.cancel(false);
    assertEquals(List.of(), waits());
  }

  @Test
  void aStoreThatDoesNotAnswerIsWhyRequestsWait() {
    bench.keep(other.mutex("a", NINE).tryAcquire().orElseThrow());
    CompletableFuture<Lease> request = client.mutex("a", NINE).acquireAsync();
    bench.store.wire = WiredStore.Wire.CUT;
    bench.advance(5_000);
    WaitInfo wait = client.waits().get(0);
    assertTrue(wait.trouble().orElseThrow().contains("cut"), wait.toString());
    bench.store.wire = WiredStore.Wire.WELL;
    bench.advance(5_000);
    assertTrue(client.waits().stream().allMatch(each -> each.trouble().isEmpty()));
    request.cancel(false);
  }

  @Test
  void candidaciesAreToldUntilTheyAreClosed() {
    List<String> events = new ArrayList<>();
    Candidacy first = client.election("e").campaign("", new Told("first", events));
    Candidacy second = other.election("e").campaign("", new Told("second", events));
    long term = first.lease().orElseThrow().token();
    assertEquals(List.of(new CandidacyInfo("e", term)), client.candidacies());
    assertEquals(List.of(new CandidacyInfo("e", 0)), other.candidacies());
    assertEquals(List.of(new LeadershipChanged("e", term, true)), heard);
    first.resign();
    assertEquals(List.of(new CandidacyInfo("e", 0)), client.candidacies());
    assertTrue(other.candidacies().get(0).leads());
    assertEquals(new LeadershipChanged("e", term, false), heard.get(1));
    first.close();
    assertEquals(List.of(), client.candidacies());
    second.resign();
    assertEquals(2, heard.size(), "what others do is not told");
    other.close();
    assertEquals(List.of(), other.candidacies());
  }

  @Test
  void aLeadershipThatIsLostIsTold() {
    Candidacy only = client.election("e").campaign("", new Told("only", new ArrayList<>()));
    long term = only.lease().orElseThrow().token();
    assertTrue(other.breakHold("e"));
    assertEquals(new LeadershipChanged("e", term, false), heard.get(1));
    assertTrue(((LeadershipChanged) heard.get(2)).leads());
    assertFalse(((LeadershipChanged) heard.get(2)).term() == term);
  }

  private List<String> waits() {
    return client.waits().stream()
        .map(w -> w.name() + " " + w.requests() + " " + w.longest() + " " + w.trouble().orElse(""))
        .sorted()
        .toList();
  }
}
