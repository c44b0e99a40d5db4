package dev.holdfast.tck.process;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.spi.Mode;
import dev.holdfast.tck.fixture.Rig;
import dev.holdfast.tck.fixture.RuleGroup;
import dev.holdfast.tck.internal.Needs;
import dev.holdfast.tck.internal.Until;
import dev.holdfast.tck.internal.clients.ChildJvm;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** S1 and S2 between processes, some of which die or are stopped. */
@Needs(Mode.SHARED)
public interface ReadersProcessRules extends RuleGroup {
  @Test
  default void required_S1_processesReadWhatOthersWroteWhole(Rig rig, @TempDir Path folder)
      throws Exception {
    Path file = folder.resolve("count");
    Files.writeString(file, "0\n");
    ChildJvm writes = child(rig, Duration.ofSeconds(30));
    ChildJvm reads = child(rig, Duration.ofSeconds(30));
    writes.tell("count 60 " + file);
    reads.tell("check 60 " + file);
    writes.expect("counted");
    assertEquals("0", reads.expect("checked"), "times that the number changed under a reader");
    assertEquals("60", Files.readString(file).strip());
  }

  /** The dead one is waited for until its lease is over; who lives is waited for as ever. */
  @Test
  default void required_S2_aKilledReaderDelaysAWriterByItsLeaseAtMost(Rig rig) throws Exception {
    Holdfast here = rig.holdfast("here");
    Duration lease = rig.shortLease().multipliedBy(2);
    Lease live = here.readWrite("n").read().acquire();
    ChildJvm child = child(rig, lease);
    child.tell("share");
    long token = Long.parseLong(child.expect("held"));
    CompletableFuture<Lease> writer = rig.holdfast("writer").readWrite("n").write().acquireAsync();
    Until.met(Duration.ofSeconds(10), "it waits", () -> here.inspect("n").waiters().size() == 1);
    child.kill();
    rig.pass(lease);
    Until.met(ProcessRules.SLACK, "the dead is gone", () -> here.inspect("n").holds().size() == 1);
    assertTrue(live.isHeld());
    assertFalse(writer.isDone());
    live.close();
    Lease written = writer.get(lease.plus(ProcessRules.SLACK).toMillis(), MILLISECONDS);
    assertTrue(written.token() > token && written.token() > live.token());
    written.close();
  }

  /** A reader that was stopped past its lease finds it lost, and ends no other client's hold. */
  @Test
  default void required_S2_aStoppedReaderKnowsOnWaking(Rig rig) throws Exception {
    Holdfast here = rig.holdfast("here");
    Duration lease = rig.shortLease().multipliedBy(2);
    ChildJvm child = child(rig, lease);
    child.tell("share");
    child.expect("held");
    Lease live = here.readWrite("n").read().acquire();
    child.stop();
    try {
      rig.pass(lease);
      Until.met(
          ProcessRules.SLACK, "its hold is over", () -> here.inspect("n").holds().size() == 1);
      // It lies in the child's input before the child wakes: it is the first thing it does.
      child.tell("state");
    } finally {
      child.resume();
    }
    String first = child.next();
    String second = child.next();
    assertTrue(
        first.equals("state false") || second.equals("state false"),
        () -> "the reader believes on waking: " + first + ", " + second);
    assertTrue(first.startsWith("lost") || second.startsWith("lost"), "the reader is told");
    child.tell("release");
    child.expect("released");
    live.ensure(Duration.ofSeconds(1));
    assertEquals(1, here.inspect("n").holds().size());
    live.close();
  }

  private static ChildJvm child(Rig rig, Duration lease) throws Exception {
    return rig.keep(ChildJvm.start(rig.url(), "n", lease));
  }
}
