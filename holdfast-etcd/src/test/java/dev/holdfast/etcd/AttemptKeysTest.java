package dev.holdfast.etcd;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.holdfast.consensus.AttemptNode;
import dev.holdfast.consensus.NameSnapshot;
import dev.holdfast.consensus.Register;
import dev.holdfast.spi.Mode;
import io.etcd.jetcd.ByteSequence;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class AttemptKeysTest {
  private static final long LEASE = 0x77;

  private final AttemptKeys slots = new AttemptKeys(LEASE);

  private int take(String attempt) {
    return slots.take("n", attempt, ByteSequence.EMPTY).number();
  }

  private static AttemptNode child(String attempt, int slot, long revision) {
    return new AttemptNode(
        Keys.node(slot, LEASE, revision), attempt, Mode.EXCLUSIVE, 0, 0, revision);
  }

  private void saw(long revision, AttemptNode... children) {
    List<AttemptNode> all = Arrays.asList(children);
    slots.saw("n", new NameSnapshot(Register.fresh(0), 1, all, 0, revision), revision);
  }

  @Test
  void aKeyThatIsGoneIsUsedAgain() {
    assertEquals(0, take("a"));
    slots.answered("n", "a", 5);
    saw(7, child("a", 0, 5));
    assertEquals(1, take("b"), "the first is in use");
    saw(8);
    assertEquals(0, take("c"));
  }

  @Test
  void aLookFromBeforeItWasMadeSaysNothing() {
    assertEquals(0, take("a"));
    slots.answered("n", "a", 5);
    saw(4);
    assertEquals(1, take("b"));
  }

  @Test
  void whatMayStillComeKeepsItsKeyUntilItIsRefused() {
    assertEquals(0, take("a"));
    saw(9);
    assertEquals(1, take("b"));
    assertEquals(0, take("a"), "the same again");
    slots.answered("n", "a", 0);
    assertNotNull(slots.of("n", "a"), "the first one may come yet");
    slots.refused("n", "a");
    assertNull(slots.of("n", "a"));
    assertEquals(0, take("c"));
  }

  @Test
  void whatWasNotMadeNeedsNoKey() {
    assertEquals(0, take("a"));
    slots.answered("n", "a", 0);
    assertNull(slots.of("n", "a"));
  }

  @Test
  void aKeyThatIsThereIsNotTakenWhoseverItIs() {
    saw(3, child("unknown", 0, 2));
    assertEquals(1, take("a"));
    saw(4);
    assertEquals(0, take("b"));
  }
}
