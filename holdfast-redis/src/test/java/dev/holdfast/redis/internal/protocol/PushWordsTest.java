package dev.holdfast.redis.internal.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.spi.Standing;
import dev.holdfast.spi.StoreListener;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What arrives on a client's channel, word for word, and that nothing else is told. */
class PushWordsTest {
  private static final String ATTEMPT = "c/host/1/n/1";

  private final List<String> told = new ArrayList<>();
  private final PushReader push = new PushReader(new Keys("ns"), new Told());

  private List<String> after(String... messages) {
    told.clear();
    for (String message : messages) {
      push.message(message.getBytes(java.nio.charset.StandardCharsets.UTF_8));
    }
    return told;
  }

  @Test
  void grantsRecallsAndBreaksAreTold() {
    assertEquals(
        List.of(
            "granted a b c/host/1/n/1 7 8 true 9 EXCLUSIVE",
            "granted a c/host/1/n/1 7 8 false -9 EXCLUSIVE"),
        after(
            "g 7 8 1 9 " + ATTEMPT + " hf1:ns:h:{a b}", "g 7 8 0 -9 " + ATTEMPT + " hf1:ns:h:{a}"));
    assertEquals(
        List.of("granted a c/host/1/n/1 7 8 true 9 SHARED"),
        after("s 7 8 1 9 " + ATTEMPT + " hf1:ns:h:{a}"));
    assertEquals(
        List.of("recalled a c/host/1/n/1", "broken } {x} c/host/1/n/1"),
        after("r " + ATTEMPT + " hf1:ns:h:{a}", "b " + ATTEMPT + " hf1:ns:h:{\\} {x}}"));
  }

  @Test
  void whatDoesNotReadLikeThatIsDropped() {
    assertEquals(
        List.of(),
        after(
            "",
            " ",
            "x",
            "x " + ATTEMPT + " hf1:ns:h:{a}",
            "gg 7 8 1 9 " + ATTEMPT + " hf1:ns:h:{a}",
            "g",
            "g x 8 1 9 " + ATTEMPT + " hf1:ns:h:{a}",
            "g 7 x 1 9 " + ATTEMPT + " hf1:ns:h:{a}",
            "g 7 8 1 x " + ATTEMPT + " hf1:ns:h:{a}",
            "g 7 8 1 9 " + ATTEMPT,
            "g 7 8 1 9  hf1:ns:h:{a}",
            "g 7 8 1 9 " + ATTEMPT + " hf1:other:h:{a}",
            "r",
            "r " + ATTEMPT,
            "r  hf1:ns:h:{a}",
            "r " + ATTEMPT + " hf1:ns:q:{a}",
            "b " + ATTEMPT + " hf1:ns:h:{a"));
  }

  @Test
  void theTimeThatIsLeftMayBeNone() {
    assertEquals(
        List.of("granted a c/host/1/n/1 1 0 false 0 EXCLUSIVE"),
        after("g 1 0 0 0 " + ATTEMPT + " hf1:ns:h:{a}"));
  }

  @Test
  void aSubscriptionThatStandsIsAChangeAndEndsTheWaitForIt() {
    push.await(0);
    assertEquals(List.of(), told);
    push.subscribed();
    assertEquals(List.of("changed"), told);
    push.await(Long.MAX_VALUE);
    assertFalse(Thread.currentThread().isInterrupted());
  }

  @Test
  void anInterruptEndsTheWaitAndIsKept() {
    Thread.currentThread().interrupt();
    push.await(Long.MAX_VALUE);
    assertTrue(Thread.interrupted());
  }

  private final class Told implements StoreListener {
    @Override
    public void granted(String name, String attempt, Standing.Holding standing, long sentAt) {
      told.add(
          "granted %s %s %d %d %s %d %s"
              .formatted(
                  name,
                  attempt,
                  standing.stamp(),
                  standing.remainingMillis(),
                  standing.othersWait(),
                  sentAt,
                  standing.mode()));
    }

    @Override
    public void recalled(String name, String attempt) {
      told.add("recalled " + name + " " + attempt);
    }

    @Override
    public void broken(String name, String attempt) {
      told.add("broken " + name + " " + attempt);
    }

    @Override
    public void changed() {
      told.add("changed");
    }
  }
}
