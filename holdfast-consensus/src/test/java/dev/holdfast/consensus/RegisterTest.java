package dev.holdfast.consensus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.consensus.Register.Hold;
import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.Mode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is written into nodes and their names, and read from them. */
class RegisterTest {
  @Test
  void aRegisterIsReadAsItWasWritten() {
    Register register =
        new Register(
            1_800_000_000_000_001L,
            4,
            -2,
            List.of(
                new Hold("a/h/1/x/1", Mode.COUNTED, 3, 1_800_000_000_000_000L, 0),
                new Hold("a b\n/ü", Mode.SHARED, 0, 7, 1_800_000_000_000L)));
    assertEquals(register, Register.decode(register.encode()));
    assertEquals(Register.fresh(9), Register.decode(Register.fresh(9).encode()));
  }

  @Test
  void whatNoLockHasWrittenIsRefused() {
    for (String text : List.of("", "x", "hf2 1 0 0", "hf1 1 0", "hf1 1 0 0\nE 0 1", "hf1 x 0 0")) {
      byte[] foreign = text.getBytes(StandardCharsets.US_ASCII);
      assertThrows(IllegalArgumentException.class, () -> Register.decode(foreign), text);
    }
  }

  @Test
  void aNodesNameSaysAllOfItsAttempt() {
    for (Mode mode : Mode.values()) {
      boolean counted = mode == Mode.COUNTED;
      AcquireRequest request =
          new AcquireRequest(
              "n", "a.b/h_-/1/x/~%1", mode, true, 1, 1, 1, 1, counted ? 2 : 0, counted ? 5 : 0);
      AttemptNode child = AttemptNode.parse(AttemptNode.prefix(request) + "0000000042", 42);
      assertEquals("a.b/h_-/1/x/~%1", child.attempt());
      assertEquals(mode, child.mode());
      assertEquals(request.permits(), child.permits());
      assertEquals(request.size(), child.size());
      assertEquals(42, child.order());
    }
    for (String foreign : List.of("", "lock-0000000001", "e~a", "c2~a~0000000001", "x~a~1")) {
      assertNull(AttemptNode.parse(foreign, 1), foreign);
    }
  }

  @Test
  void theOrderOutlivesTheEndOfTheSequence() {
    List<AttemptNode> children = new ArrayList<>();
    long last = Long.MAX_VALUE;
    for (long order : List.of(last + 1, last, last + 2, last - 1)) {
      children.add(AttemptNode.parse("e~a~1", order));
    }
    children.sort(AttemptNode.BY_ORDER);
    assertEquals(
        List.of(last - 1, last, last + 1, last + 2),
        children.stream().map(AttemptNode::order).toList());
    assertTrue(children.get(1).isNoLaterThan(children.get(2).order()));
  }
}
