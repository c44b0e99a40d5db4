package dev.holdfast.tck.store;

import static dev.holdfast.tck.internal.clients.SpiClient.LONG;
import static dev.holdfast.tck.internal.clients.SpiClient.MARK;
import static dev.holdfast.tck.internal.clients.SpiClient.absent;
import static dev.holdfast.tck.internal.clients.SpiClient.holding;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.Mode;
import dev.holdfast.spi.ReleaseRequest;
import dev.holdfast.tck.fixture.Rig;
import dev.holdfast.tck.fixture.RuleGroup;
import dev.holdfast.tck.internal.Needs;
import dev.holdfast.tck.internal.ShortKit;
import dev.holdfast.tck.internal.Until;
import dev.holdfast.tck.internal.clients.Asked;
import dev.holdfast.tck.internal.clients.SpiClient;
import dev.holdfast.tck.internal.clients.SpiClient.Held;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** M3 at the level of the SPI: how holds end that were granted together. */
public interface SeveralEndRules extends RuleGroup {
  @Test
  default void required_M3_eachEndsByItself(Rig rig) {
    Asked.needsSeveral(rig, 3);
    SpiClient a = SpiClient.of(rig, "a");
    SpiClient b = SpiClient.of(rig, "b");
    Asked all = Asked.trying(a, "a", "b", "c");
    assertTrue(a.release("b", all.attempt(1)));
    Held next = b.take("b");
    for (int i : new int[] {0, 2}) {
      String name = all.requests().get(i).name();
      assertEquals(all.stamp(), holding(a.renew(name, all.attempt(i))).stamp());
      absent(b.tryAcquire(name, b.attempt()));
    }
    assertTrue(a.breakHold("a"));
    absent(a.renew("a", all.attempt(0)));
    holding(a.renew("c", all.attempt(2)));
    assertEquals(List.of(next.attempt()), a.holders("b"));
    absent(a.renew("b", all.attempt(1)));
  }

  @Test
  default void required_M3_eachExpiresByItself(Rig rig) {
    Asked.needsSeveral(rig, 3);
    rig.needsLeases();
    SpiClient a = SpiClient.of(rig, "a").times(rig.shortMillis(), LONG, LONG);
    SpiClient b = SpiClient.of(rig, "b");
    Asked all = Asked.trying(a, "a", "b", "c");
    a.times(LONG, LONG, LONG);
    holding(a.renew("b", all.attempt(1)));
    rig.passShortLease();
    absent(a.renew("a", all.attempt(0)));
    absent(a.renew("c", all.attempt(2)));
    assertEquals(all.stamp(), holding(a.renew("b", all.attempt(1))).stamp());
    assertTrue(b.take("a").stamp() > all.stamp());
    absent(Asked.trying(b, "b", "c").standing(0));
  }

  /** Also of names that were not acquired together, of all kinds, and of several of one name. */
  @Test
  @Needs({Mode.SHARED, Mode.COUNTED})
  default void required_M3_aReleaseOfSeveralEndsEach(Rig rig) {
    SpiClient a = SpiClient.of(rig, "a");
    SpiClient b = SpiClient.of(rig, "b");
    List<ReleaseRequest> releases = new ArrayList<>();
    releases.add(release("write", a.take("write").attempt()));
    releases.add(release("read", a.sharing().take("read").attempt()));
    Held other = b.sharing().take("read");
    releases.add(release("nothing", a.attempt()));
    Held held = b.counting(2, 5).take("permits");
    a.counting(1, 5);
    releases.add(release("permits", a.take("permits").attempt()));
    releases.add(release("permits", a.take("permits").attempt()));
    Held writes = SpiClient.of(rig, "writes").take("queue");
    releases.add(release("queue", SpiClient.of(rig, "waits").queue("queue")));
    assertEquals(List.of(true, true, false, true, true, true), Asked.releaseAll(a, releases));
    assertEquals(List.of(), a.holders("write"));
    assertEquals(List.of(other.attempt()), a.holders("read"));
    assertEquals(List.of(held.attempt()), a.holders("permits"));
    assertEquals(List.of(writes.attempt()), a.holders("queue"));
    assertEquals(List.of(), a.waiters("queue"));
    b.counting(3, 5).take("permits");
  }

  private static ReleaseRequest release(String name, String attempt) {
    return new ReleaseRequest(name, attempt, 0, false, MARK);
  }

  @Test
  default void required_M3_aReleaseOfSeveralHandsEachOn(Rig rig) {
    SpiClient a = SpiClient.of(rig, "a");
    SpiClient b = SpiClient.of(rig, "b");
    List<String> names = List.of("a", "b", "c");
    List<ReleaseRequest> releases = new ArrayList<>();
    List<String> waiting = new ArrayList<>();
    for (String name : names) {
      releases.add(release(name, a.take(name).attempt()));
      waiting.add(b.queue(name));
    }
    assertEquals(List.of(true, true, true), Asked.releaseAll(a, releases));
    for (int i = 0; i < 3; i++) {
      assertEquals(List.of(waiting.get(i)), a.holders(names.get(i)), "in the same operation");
      absent(a.tryAcquire(names.get(i), a.attempt()));
      holding(b.renew(names.get(i), waiting.get(i)));
    }
    if (rig.capabilities().pushes()) {
      Until.met(rig.arrival(), "each is told", () -> b.pushes().grants().size() == 3);
    }
  }

  @Test
  default void required_M3_eachIsReleasedAsItSays(Rig rig) {
    rig.needsLeases();
    SpiClient a = SpiClient.of(rig, "a");
    SpiClient b = SpiClient.of(rig, "b");
    String kept = a.take("kept").attempt();
    String overtaken = a.attempt();
    String plain = a.take("plain").attempt();
    List<Boolean> found =
        Asked.releaseAll(
            a,
            List.of(
                new ReleaseRequest("kept", kept, rig.shortMillis(), false, MARK),
                new ReleaseRequest("overtaken", overtaken, 0, true, MARK),
                release("plain", plain)));
    assertEquals(List.of(true, false, true), found);
    absent(b.tryAcquire("kept", b.attempt()));
    assertTrue(a.inspect("kept").hold().orElseThrow().kept());
    absent(a.join("overtaken", overtaken));
    b.take("plain");
    rig.passShortLease();
    b.take("kept");
  }

  @Test
  @ShortKit
  default void required_M3_staleReleaseOfSeveralFreesNobody(Rig rig) {
    rig.needsLeases();
    SpiClient a = SpiClient.of(rig, "a").times(rig.shortMillis(), LONG, LONG);
    SpiClient b = SpiClient.of(rig, "b");
    List<AcquireRequest> requests = Asked.requests(a, false, "a", "b");
    Asked all = Asked.of(a, requests);
    rig.passShortLease();
    Held one = b.take("a");
    Held two = b.take("b");
    for (int i = 0; i < 2; i++) {
      assertEquals(List.of(false, false), all.releaseAll());
    }
    assertEquals(List.of(one.attempt()), a.holders("a"));
    assertEquals(List.of(two.attempt()), a.holders("b"));
    assertTrue(holding(b.renew("b", two.attempt())).remainingMillis() > LONG / 2);
  }
}
