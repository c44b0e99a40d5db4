package dev.holdfast.spi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Who opens a session. */
class ClientIdentityTest {
  private static String refusal(String id, String namespace) {
    return assertThrows(IllegalArgumentException.class, () -> new ClientIdentity(id, namespace))
        .getMessage();
  }

  @Test
  void anIdHasFourPartsAndANamespaceUpTo64Characters() {
    String long_ = "n".repeat(64);
    assertEquals(long_, new ClientIdentity("a/b.c/1/x-y_z", long_).namespace());
    assertEquals("", new ClientIdentity("a/b/c/d", "").namespace());
    for (String id : new String[] {"", "a/b/c", "a/b/c/d/e", "a//c/d", "a/b/c/é"}) {
      assertTrue(refusal(id, "").contains("name/host/pid/nonce"), id);
    }
    for (String namespace : new String[] {long_ + "n", "a b", "a:b", "{"}) {
      assertTrue(refusal("a/b/c/d", namespace).contains("up to 64"), namespace);
    }
    assertThrows(NullPointerException.class, () -> new ClientIdentity(null, ""));
    assertThrows(NullPointerException.class, () -> new ClientIdentity("a/b/c/d", null));
  }

  @Test
  void anAttemptIsItsClientsAndANumber() {
    assertEquals("a/b/c/d", ClientIdentity.clientOf("a/b/c/d/1x"));
    assertEquals("", ClientIdentity.clientOf("/1x"));
    assertEquals("other", ClientIdentity.clientOf("other"));
  }
}
