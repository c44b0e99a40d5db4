package dev.holdfast.tck.store;

import static dev.holdfast.tck.internal.clients.SpiClient.LONG;
import static dev.holdfast.tck.internal.clients.SpiClient.absent;
import static dev.holdfast.tck.internal.clients.SpiClient.holding;
import static dev.holdfast.tck.internal.clients.SpiClient.queued;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.spi.Mode;
import dev.holdfast.spi.Standing;
import dev.holdfast.tck.fixture.Rig;
import dev.holdfast.tck.fixture.RuleGroup;
import dev.holdfast.tck.internal.Needs;
import dev.holdfast.tck.internal.ShortKit;
import dev.holdfast.tck.internal.Until;
import dev.holdfast.tck.internal.clients.CoexistingMode;
import dev.holdfast.tck.internal.clients.InTime;
import dev.holdfast.tck.internal.clients.Pushes;
import dev.holdfast.tck.internal.clients.SpiClient;
import dev.holdfast.tck.internal.clients.SpiClient.Held;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** S3 at the level of the SPI: readers and writers in one queue. */
@Needs(Mode.SHARED)
public interface SharedQueueRules extends RuleGroup {
  @Test
  @ShortKit
  default void required_S3_aReaderQueuesBehindAWaitingWriter(Rig rig) {
    SpiClient reader = SpiClient.of(rig, "reader").sharing();
    SpiClient newcomer = SpiClient.of(rig, "newcomer").sharing();
    SpiClient writer = SpiClient.of(rig, "writer");
    Held held = reader.take("n");
    String write = writer.queue("n");
    Standing.Absent refused = absent(newcomer.tryAcquire("n", newcomer.attempt()));
    assertEquals(held.attempt(), refused.holder());
    String read = newcomer.queue("n");
    assertEquals(List.of(write, read), writer.waiters("n"));
    queued(newcomer.keepPlace("n", read));
    queued(newcomer.join("n", read));
    reader.release("n", held.attempt());
    assertEquals(List.of(write), writer.holders("n"));
    queued(newcomer.keepPlace("n", read));
    assertEquals(Mode.EXCLUSIVE, holding(writer.renew("n", write)).mode());
    writer.release("n", write);
    assertEquals(Mode.SHARED, holding(newcomer.renew("n", read)).mode());
  }

  @Test
  @ShortKit
  default void required_S3_oneReleaseGrantsTheWholeRun(Rig rig) {
    SpiClient writer = SpiClient.of(rig, "writer");
    SpiClient reader = SpiClient.of(rig, "reader").sharing();
    Held held = writer.take("n");
    List<String> run = List.of(reader.queue("n"), reader.queue("n"), reader.queue("n"));
    String write = writer.queue("n");
    String last = reader.queue("n");
    writer.release("n", held.attempt());
    assertEquals(run, writer.holders("n"), "in the same operation");
    assertEquals(List.of(write, last), writer.waiters("n"));
    for (String one : run) {
      assertTrue(holding(reader.renew("n", one)).othersWait());
    }
    reader.release("n", run.get(1));
    reader.release("n", run.get(0));
    queued(writer.keepPlace("n", write));
    reader.release("n", run.get(2));
    assertEquals(List.of(write), writer.holders("n"), "the last one hands on");
    writer.release("n", write);
    assertFalse(holding(reader.keepPlace("n", last)).othersWait());
  }

  /** A queue of both kinds is served from its front, as many at a time as may share. */
  @Test
  default void required_S3_neitherSideStarves(Rig rig) {
    SpiClient writer = SpiClient.of(rig, "writer");
    SpiClient reader = SpiClient.of(rig, "reader").sharing();
    Held first = writer.take("n");
    String kinds = "rrwwrwrrrwr";
    List<String> waiting = new ArrayList<>();
    for (int i = 0; i < kinds.length(); i++) {
      waiting.add((kinds.charAt(i) == 'r' ? reader : writer).queue("n"));
    }
    writer.release("n", first.attempt());
    int from = 0;
    while (from < kinds.length()) {
      int to = from + 1;
      while (kinds.charAt(from) == 'r' && to < kinds.length() && kinds.charAt(to) == 'r') {
        to++;
      }
      assertEquals(waiting.subList(from, to), writer.holders("n"));
      assertEquals(waiting.subList(to, waiting.size()), writer.waiters("n"));
      for (String holder : waiting.subList(from, to)) {
        writer.release("n", holder);
      }
      from = to;
    }
    assertFalse(writer.inspect("n").isHeld());
  }

  @Test
  default void required_S3_eachReaderOfARunIsTold(Rig rig) {
    CoexistingMode.SHARED.eachOfARunIsTold(rig);
  }

  @Test
  default void required_S3_aRunAtTheEndOfTheQueueIsToldThatNobodyWaits(Rig rig) {
    SpiClient writer = SpiClient.of(rig, "writer");
    SpiClient reader = SpiClient.of(rig, "reader").sharing();
    Held held = writer.take("n");
    String one = reader.queue("n");
    String two = reader.queue("n");
    writer.release("n", held.attempt());
    assertFalse(holding(reader.keepPlace("n", one)).othersWait());
    assertFalse(holding(reader.keepPlace("n", two)).othersWait());
    if (rig.capabilities().pushes()) {
      Until.met(rig.arrival(), "both are told", () -> reader.pushes().grants().size() == 2);
      for (Pushes.Grant grant : reader.pushes().grants()) {
        assertFalse(grant.standing().othersWait(), "the whole run was granted: " + grant);
      }
    }
  }

  @Test
  default void required_S3_everyReaderIsRecalledWhenAWriterWaits(Rig rig) {
    CoexistingMode.SHARED.everyHolderIsRecalled(rig);
  }

  @Test
  default void required_S3_everyReplyToAReaderSaysWhetherOthersWait(Rig rig) {
    CoexistingMode.SHARED.everyReplySaysWhetherOthersWait(rig);
  }

  @Test
  default void required_S3_aWriterThatGivesUpMakesRoomForTheReadersBehindIt(Rig rig) {
    SpiClient reader = SpiClient.of(rig, "reader").sharing();
    SpiClient writer = SpiClient.of(rig, "writer");
    Held held = reader.take("n");
    String write = writer.queue("n");
    String one = reader.queue("n");
    String two = reader.queue("n");
    writer.release("n", write);
    assertEquals(List.of(held.attempt(), one, two), writer.holders("n"));
    assertEquals(List.of(), writer.waiters("n"));
  }

  @Test
  default void required_S3_aDeadWriterMakesRoomForTheReadersBehindIt(Rig rig) {
    CoexistingMode.SHARED.theDeadMakeRoomForThoseBehind(rig);
  }

  @Test
  default void required_S3_aWriterWaitsForTheLivingAndNotForTheDead(Rig rig) {
    rig.needsLeases();
    SpiClient dead = SpiClient.of(rig, "dead").sharing();
    SpiClient live = SpiClient.of(rig, "live").sharing();
    SpiClient writer = SpiClient.of(rig, "writer");
    InTime.play(
        rig.shortMillis(),
        (name, millis) -> {
          dead.times(millis, LONG, LONG).take(name);
          Held held = live.take(name);
          String write = writer.queue(name);
          live.release(name, held.attempt());
          queued(writer.keepPlace(name, write));
          return () -> {
            rig.passMillis(millis + 50);
            holding(writer.keepPlace(name, write));
          };
        });
    dead.times(rig.shortMillis(), LONG, LONG).take("dead first");
    Held held = live.take("dead first");
    String write = writer.queue("dead first");
    rig.passShortLease();
    assertEquals(held.attempt(), queued(writer.keepPlace("dead first", write)).holder());
    live.release("dead first", held.attempt());
    assertEquals(List.of(write), writer.holders("dead first"));
  }

  @Test
  default void required_S3_aReaderHandedOverHoldsForItsClaimWindow(Rig rig) {
    rig.needsLeases();
    SpiClient writer = SpiClient.of(rig, "writer");
    SpiClient dead = SpiClient.of(rig, "dead").sharing().times(LONG, rig.shortMillis(), LONG);
    SpiClient live = SpiClient.of(rig, "live").sharing().times(LONG, rig.shortMillis(), LONG);
    Held held = writer.take("n");
    String silent = dead.queue("n");
    String claimed = live.queue("n");
    String write = writer.queue("n");
    writer.release("n", held.attempt());
    assertTrue(holding(live.renew("n", claimed)).remainingMillis() > LONG / 2);
    holding(dead.keepPlace("n", silent));
    rig.passShortLease();
    absent(dead.renew("n", silent));
    assertEquals(claimed, queued(writer.keepPlace("n", write)).holder());
    live.release("n", claimed);
    holding(writer.keepPlace("n", write));
  }
}
