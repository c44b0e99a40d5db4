package dev.holdfast.tck.process;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.DistributedSemaphore;
import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.spi.Mode;
import dev.holdfast.tck.client.ClientSectionRules;
import dev.holdfast.tck.fixture.Rig;
import dev.holdfast.tck.fixture.RuleGroup;
import dev.holdfast.tck.internal.Needs;
import dev.holdfast.tck.internal.SharedCounter;
import dev.holdfast.tck.internal.Until;
import dev.holdfast.tck.internal.clients.ChildJvm;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** N1 and N2 between processes, some of which die. */
@Needs(Mode.COUNTED)
public interface SemaphoreProcessRules extends RuleGroup {
  /** One of three dies with what it holds; all that are inside at once are never too many. */
  @Test
  default void required_N1_processesTogetherNeverHaveMoreThanThereAre(Rig rig, @TempDir Path folder)
      throws Exception {
    Path inside = folder.resolve("inside");
    Files.write(inside, new byte[SharedCounter.BYTES]);
    Duration lease = rig.shortLease().multipliedBy(2);
    // The living have to renew theirs, also on a busy machine.
    Duration longer = lease.multipliedBy(5);
    ChildJvm dies = rig.keep(ChildJvm.start(rig.url(), "n", lease));
    ChildJvm one = rig.keep(ChildJvm.start(rig.url(), "n", longer));
    ChildJvm two = rig.keep(ChildJvm.start(rig.url(), "n", longer));
    dies.tell("take 2 5");
    dies.expect("held");
    for (ChildJvm child : List.of(one, two)) {
      child.tell("crowd 5 40 " + inside);
    }
    dies.kill();
    for (ChildJvm child : List.of(one, two)) {
      int most = Integer.parseInt(child.expect("crowded"));
      assertTrue(most <= 5, () -> most + " of 5 permits were held at once");
    }
    ClientSectionRules.nothingIsLeft(rig, "n");
  }

  @Test
  default void required_N2_aKilledProcessGivesItsPermitsBack(Rig rig) throws Exception {
    Holdfast here = rig.holdfast("here");
    DistributedSemaphore semaphore = here.semaphore("n", 4);
    // Long enough for a child on a busy machine to renew it until it is killed.
    Duration lease = rig.shortLease().multipliedBy(10);
    Lease live = semaphore.acquire(1);
    ChildJvm child = rig.keep(ChildJvm.start(rig.url(), "n", lease));
    child.tell("take 2 4");
    long token = Long.parseLong(child.expect("held"));
    child.tell("take 1 4");
    child.expect("held");
    CompletableFuture<Lease> next = rig.holdfast("next").semaphore("n", 4).taking(3).acquireAsync();
    Until.met(Duration.ofSeconds(10), "it waits", () -> here.inspect("n").waiters().size() == 1);
    assertEquals(3, here.inspect("n").holds().size());
    assertFalse(next.isDone());
    child.kill();
    Lease taken = next.get(lease.plus(ProcessRules.SLACK).toMillis(), MILLISECONDS);
    assertTrue(taken.token() > token && live.isHeld());
    assertTrue(semaphore.tryAcquire().isEmpty());
    taken.close();
    semaphore.acquire(3, ProcessRules.SLACK).close();
    live.close();
    ClientSectionRules.nothingIsLeft(rig, "n");
  }
}
