package dev.holdfast.redis.jedis;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** When a thread looks for an answer before it blocks. */
class AttentionTest {
  private final AtomicInteger looks = new AtomicInteger();
  private boolean answersAreQuick = true;
  private final Attention attention =
      new Attention(
          there -> {
            looks.incrementAndGet();
            return answersAreQuick;
          });

  private int looksOf(int questions) {
    looks.set(0);
    for (int i = 0; i < questions; i++) {
      attention.asked();
      attention.lookFor(() -> true);
    }
    return looks.get();
  }

  @Test
  void eachAnswerThatIsQuickIsLookedFor() {
    assertEquals(100, looksOf(100));
  }

  @Test
  void whoHasAskedNothingDoesNotLook() {
    attention.lookFor(() -> true);
    assertEquals(0, looks.get());
  }

  @Test
  void whatComesInSeveralReadsIsLookedForOnce() {
    attention.asked();
    attention.lookFor(() -> true);
    attention.lookFor(() -> true);
    assertEquals(1, looks.get());
  }

  @Test
  void answersThatTakeLongerAreHardlyLookedFor() {
    answersAreQuick = false;
    assertEquals(3, looksOf(32));
    assertEquals(10, looksOf(320));
  }

  @Test
  void answersThatHaveBecomeQuickAreLookedForAgain() {
    answersAreQuick = false;
    int unused = looksOf(32);
    answersAreQuick = true;
    assertEquals(100, looksOf(100));
  }
}
