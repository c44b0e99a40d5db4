package dev.holdfast.zookeeper;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.consensus.AttemptNode;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The order of nodes, as their names say it. */
class SequenceTest {
  @Test
  void theOrderOutlivesTheEndOfTheSequence() {
    List<AttemptNode> children = new ArrayList<>();
    for (String order : List.of("-2147483648", "2147483647", "-2147483647", "2147483646")) {
      children.add(NameNodes.child("e~a~" + order));
    }
    children.sort(AttemptNode.BY_ORDER);
    assertEquals(
        List.of("e~a~2147483646", "e~a~2147483647", "e~a~-2147483648", "e~a~-2147483647"),
        children.stream().map(AttemptNode::node).toList());
    assertTrue(children.get(1).isNoLaterThan(children.get(2).order()));
  }

  @Test
  void foreignNodesAreNobodys() {
    for (String foreign : List.of("", "lock-0000000001", "e~a~", "e~0000000001")) {
      assertNull(NameNodes.child(foreign), foreign);
    }
  }
}
