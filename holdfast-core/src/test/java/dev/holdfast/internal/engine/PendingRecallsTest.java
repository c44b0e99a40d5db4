package dev.holdfast.internal.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Recalls wait until the machine takes them in, each once. */
final class PendingRecallsTest {
  private final PendingRecalls recalls = new PendingRecalls();

  @Test
  void eachIsTakenOnceInOrder() {
    assertEquals(List.of(), recalls.takeAll());
    recalls.add("one");
    recalls.add("two");
    assertEquals(List.of("one", "two"), recalls.takeAll());
    assertEquals(List.of(), recalls.takeAll());
  }

  /** As when the answer that grants it is still on its way. */
  @Test
  void oneThatIsPutBackIsTakenTheNextTime() {
    recalls.add("one");
    for (String taken : recalls.takeAll()) {
      recalls.add(taken);
    }
    assertEquals(List.of("one"), recalls.takeAll());
  }
}
