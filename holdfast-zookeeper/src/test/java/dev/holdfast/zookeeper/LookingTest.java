package dev.holdfast.zookeeper;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.LockInfo;
import dev.holdfast.StoreException;
import dev.holdfast.consensus.Encoded;
import dev.holdfast.consensus.Register;
import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.KeepAlive;
import dev.holdfast.spi.Mode;
import dev.holdfast.spi.Standing;
import dev.holdfast.spi.StoreSession;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.zookeeper.CreateMode;
import org.junit.jupiter.api.Test;

class LookingTest {
  /** The clock of the ensemble has been past May 2041, or something else wrote that. */
  @Test
  void aStampThatMakesNoTokenIsSaidAndTheTroubleOfItsNameAlone() throws Exception {
    try (Bench bench = new Bench("late")) {
      StoreSession session = bench.open("mine");
      bench.take(session, "good", "mine/h/1/x/1");
      bench.take(session, "n", "mine/h/1/x/2");
      assertInstanceOf(
          Standing.Queued.class, Bench.answer(session.acquire(waiting("mine/h/1/x/3"))));
      long last = Long.MAX_VALUE / 4096 - 1;
      bench.curator.setData().forPath(bench.layout.nameNode("n"), Register.fresh(last).encode());
      assertSaid(session.acquire(waiting("mine/h/1/x/4")));
      assertSaid(session.inspect("n"));
      List<Standing> batch =
          Bench.answer(
              session.keepAlive(
                  List.of(
                      new KeepAlive.Place("n", "mine/h/1/x/3", 1_000, 2),
                      new KeepAlive.Hold("good", "mine/h/1/x/1", 1_000, false))));
      assertInstanceOf(Standing.Unknown.class, batch.get(0));
      assertInstanceOf(Standing.Holding.class, batch.get(1));
    }
  }

  private static AcquireRequest waiting(String attempt) {
    return new AcquireRequest("n", attempt, Mode.EXCLUSIVE, true, 1_000, 1_000, 1_000, 1);
  }

  private static void assertSaid(CompletionStage<?> asked) {
    ExecutionException said =
        assertThrows(
            ExecutionException.class, () -> asked.toCompletableFuture().get(20, TimeUnit.SECONDS));
    StoreException error = assertInstanceOf(StoreException.class, said.getCause());
    assertTrue(error.getMessage().contains("no token can be made of"), error.getMessage());
    assertFalse(error.isTransient(), "asking again does not help");
  }

  /**
   * Who is next has no stamp until somebody has written it: an observer of an election that was
   * told a made-up one took it for a term, which another client got then, where the clock had
   * stepped.
   */
  @Test
  void whoIsNextIsSeenWithTheStampThatItHas() throws Exception {
    try (Bench bench = new Bench("looking")) {
      StoreSession session = bench.open("mine");
      bench.take(session, "n", "mine/h/1/x/1");
      bench.release(session, "n", "mine/h/1/x/1");
      String silent = "silent/h/1/x/1";
      bench
          .curator
          .create()
          .withMode(CreateMode.EPHEMERAL_SEQUENTIAL)
          .forPath(bench.layout.nameNode("n") + "/e~" + Encoded.encode(silent) + "~");
      LockInfo info = Bench.answer(session.inspect("n"));
      LockInfo again = Bench.answer(bench.open("other").inspect("n"));
      assertEquals(List.of(), info.waiters());
      assertEquals(silent, info.holds().get(0).owner().id());
      assertEquals(info.holds().get(0).token(), again.holds().get(0).token());
    }
  }
}
