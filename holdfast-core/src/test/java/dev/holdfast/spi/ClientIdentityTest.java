package dev.holdfast.spi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
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

  @Test
  void anAttemptSaysItsLongestLease() {
    String attempt = ClientIdentity.attempt("a/b/1-c/d", 30_000, "1x");
    assertEquals("a/b/1-c/d/30000-1x", attempt);
    assertEquals(30_000, ClientIdentity.longestLeaseMillisOf(attempt));
    assertEquals(30_000, ClientIdentity.longestLeaseMillisOf("a/b/1/d/ZGF0YQ-9.30000-1x"));
    assertEquals(999_999_999_999L, ClientIdentity.longestLeaseMillisOf("a/b/1/d/999999999999-1x"));
    for (String silent :
        List.of(
            "a/b/1/d/1x",
            "a/b/1/d/Zg.1x",
            "a/b/1/d/12-5.1x",
            "a/b/1/d/x.12-5.1x",
            "a/b/1/30-000/1x",
            "a/b/1/d/-1x",
            "a/b/1/d/x30-1x",
            "a/b/1/d/1000000000000-1x",
            "30-1",
            "-",
            "")) {
      assertEquals(Long.MAX_VALUE, ClientIdentity.longestLeaseMillisOf(silent), silent);
    }
  }
}
