package dev.holdfast.tck.process;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.LockOptions;
import dev.holdfast.tck.client.ClientSectionRules;
import dev.holdfast.tck.fixture.Rig;
import dev.holdfast.tck.fixture.RuleGroup;
import dev.holdfast.tck.internal.Until;
import dev.holdfast.tck.internal.clients.ChildJvm;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A1, F1, T3, W1, W4 and C1 between processes, some of which die or are stopped. */
public interface ProcessRules extends RuleGroup {
  /** What a busy machine may add to a stated bound. */
  Duration SLACK = Duration.ofSeconds(4);

  @Test
  default void required_A1_processesCountTogether(Rig rig, @TempDir Path folder) throws Exception {
    Path file = folder.resolve("count");
    Files.writeString(file, "0\n");
    ChildJvm one = child(rig, Duration.ofSeconds(30));
    ChildJvm two = child(rig, Duration.ofSeconds(30));
    one.tell("count 60 " + file);
    two.tell("count 60 " + file);
    one.expect("counted");
    two.expect("counted");
    assertEquals("120", Files.readString(file).strip());
  }

  @Test
  default void required_F1_tokensGrowOverProcesses(Rig rig) throws Exception {
    Holdfast here = rig.holdfast("here");
    ChildJvm child = child(rig, Duration.ofSeconds(30));
    long last = 0;
    for (int i = 0; i < 3; i++) {
      try (Lease lease = here.mutex("n").acquire()) {
        assertTrue(lease.token() > last);
        last = lease.token();
      }
      child.tell("acquire");
      long token = Long.parseLong(child.expect("held"));
      assertTrue(token > last);
      last = token;
      child.tell("release");
      child.expect("released");
    }
  }

  /** Its machine has lost power, as far as the others can tell. */
  @Test
  default void required_W1_aKilledHolderIsSucceeded(Rig rig) throws Exception {
    Holdfast here = rig.holdfast("here");
    Duration lease = rig.shortLease().multipliedBy(2);
    ChildJvm child = child(rig, lease);
    child.tell("acquire");
    long token = Long.parseLong(child.expect("held"));
    CompletableFuture<Lease> waiting = here.mutex("n").acquireAsync();
    child.kill();
    Lease next = waiting.get(lease.plus(SLACK).toMillis(), MILLISECONDS);
    assertTrue(next.token() > token);
    next.close();
  }

  /** A pause longer than the lease; the holder wakes in the middle of its section. */
  @Test
  default void required_T3_aStoppedHolderKnowsOnWaking(Rig rig) throws Exception {
    Holdfast here = rig.holdfast("here");
    Duration lease = rig.shortLease().multipliedBy(2);
    ChildJvm child = child(rig, lease);
    child.tell("acquire");
    long token = Long.parseLong(child.expect("held"));
    child.stop();
    Lease next;
    try {
      next = here.mutex("n").acquire(lease.plus(SLACK));
      // It lies in the child's input before the child wakes: it is the first thing it does.
      child.tell("state");
    } finally {
      child.resume();
    }
    assertTrue(next.token() > token);
    String first = child.next();
    String second = child.next();
    assertTrue(
        first.equals("state false") || second.equals("state false"),
        () -> "the holder believes on waking: " + first + ", " + second);
    assertTrue(first.startsWith("lost") || second.startsWith("lost"), "the holder is told");
    child.tell("release");
    child.expect("released");
    assertTrue(next.isHeld());
    next.ensure(Duration.ofSeconds(1));
    next.close();
  }

  @Test
  default void required_W4_aWaiterKilledInTheQueueDelaysItByAClaimWindowAtMost(Rig rig)
      throws Exception {
    Holdfast a = rig.holdfast("a");
    Holdfast b = rig.holdfast("b");
    Lease held = a.mutex("n", LockOptions.defaults()).acquire();
    ChildJvm child = child(rig, rig.shortLease());
    child.tell("acquire");
    Until.met(
        Duration.ofSeconds(10), "the child waits", () -> a.inspect("n").waiters().size() == 1);
    CompletableFuture<Lease> waiting = b.mutex("n").acquireAsync();
    Until.met(Duration.ofSeconds(10), "b waits", () -> a.inspect("n").waiters().size() == 2);
    child.kill();
    held.close();
    waiting.get(rig.shortLease().plus(SLACK).toMillis(), MILLISECONDS).close();
    ClientSectionRules.nothingIsLeft(rig, "n");
  }

  @Test
  default void required_C1_aClosedClientLetsItsProcessEnd(Rig rig) throws Exception {
    ChildJvm child = child(rig, Duration.ofSeconds(30));
    child.tell("acquire");
    child.expect("held");
    assertEquals(0, child.end(), "exit code");
    ClientSectionRules.nothingIsLeft(rig, "n");
  }

  private static ChildJvm child(Rig rig, Duration lease) throws Exception {
    return rig.keep(ChildJvm.start(rig.url(), "n", lease));
  }
}
