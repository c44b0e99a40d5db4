package dev.holdfast.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.spi.StoreUrl;
import org.junit.jupiter.api.Test;

/** Which store a URL names, and what to do if none is there. */
class StoresTest {
  private static String refusal(String url) {
    StoreUrl parsed = StoreUrl.parse(url);
    return assertThrows(IllegalArgumentException.class, () -> Stores.create(parsed)).getMessage();
  }

  @Test
  void aStoreThatIsPresentIsMade() {
    assertEquals("memory:", Stores.create(StoreUrl.parse("memory:")).toString());
    assertEquals("memory:x", Stores.create(StoreUrl.parse("memory:x?namespace=n")).toString());
  }

  @Test
  void aParameterThatTheStoreDoesNotKnowIsRefused() {
    assertTrue(refusal("memory:x?colour=red").contains("does not know"));
  }

  @Test
  void whatIsMissingIsNamedAndNoPasswordIs() {
    for (String url : new String[] {"redis://:secret@h", "rediss://:secret@h"}) {
      String message = refusal(url);
      assertTrue(message.contains("holdfast-redis-jedis"), message);
      assertTrue(!message.contains("secret"), message);
    }
    assertTrue(refusal("sqlite:/tmp/x").contains("holdfast-jdbc"));
    assertTrue(refusal("etcd://h").contains("holdfast-etcd"));
    assertTrue(refusal("zookeeper://h").contains("holdfast-zookeeper"));
    assertTrue(refusal("chubby://h").contains("this version knows memory:"));
  }
}
