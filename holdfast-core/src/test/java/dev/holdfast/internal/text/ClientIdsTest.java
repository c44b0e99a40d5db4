package dev.holdfast.internal.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.internal.engine.StillHost;
import org.junit.jupiter.api.Test;

/** A client's id has four parts that any store can keep and any person can read. */
class ClientIdsTest {
  private static String[] parts(String name) {
    return ClientIds.make(name, new StillHost()).split("/", -1);
  }

  @Test
  void theNameIsKeptAsFarAsItCanBe() {
    assertEquals("billing-2.web_x", parts("billing-2.web_x")[0]);
    assertEquals("a_b_c_", parts(" a b/cé ")[0]);
    assertEquals("_", parts("  ")[0]);
    assertEquals("_", parts("")[0]);
    assertEquals("x".repeat(63), parts("x".repeat(63))[0]);
    assertEquals("x".repeat(63), parts("x".repeat(64))[0]);
  }

  @Test
  void theOtherPartsAreHostProcessAndNonce() {
    String[] parts = parts("a");
    assertEquals(4, parts.length);
    assertTrue(parts[1].matches("[A-Za-z0-9._-]{1,63}"), parts[1]);
    assertFalse(parts[1].equals("_"), "this machine has a name");
    assertEquals(String.valueOf(ProcessHandle.current().pid()), parts[2]);
    assertEquals("n", parts[3]);
  }
}
