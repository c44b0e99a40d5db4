package dev.holdfast.zookeeper;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.holdfast.LockInfo;
import dev.holdfast.consensus.Encoded;
import dev.holdfast.spi.StoreSession;
import java.util.List;
import org.apache.zookeeper.CreateMode;
import org.junit.jupiter.api.Test;

class LookingTest {
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
