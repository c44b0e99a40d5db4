package dev.holdfast.spi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** URLs of stores, taken apart as far as all stores agree. */
class StoreUrlTest {
  @Test
  void aUrlHasASchemeARestAndParameters() {
    StoreUrl url = StoreUrl.parse("REDIS://u@h:1/2?namespace=a%20b&client=jedis&empty=");
    assertEquals("redis", url.scheme());
    assertEquals("//u@h:1/2", url.rest());
    assertEquals(Optional.of("a b"), url.parameter("namespace"));
    assertEquals(Optional.of(""), url.parameter("empty"));
    assertEquals(Optional.empty(), url.parameter("other"));
    assertEquals(List.of("namespace", "client", "empty"), List.copyOf(url.parameters().keySet()));
    assertEquals("REDIS://u@h:1/2?namespace=a%20b&client=jedis&empty=", url.secret());
  }

  @Test
  void jdbcSchemesHaveTwoWords() {
    StoreUrl url = StoreUrl.parse("jdbc:MySQL://h/db");
    assertEquals("jdbc:mysql", url.scheme());
    assertEquals("//h/db", url.rest());
  }

  @Test
  void aUrlWithoutParametersHasNone() {
    assertEquals(Map.of(), StoreUrl.parse("memory:").parameters());
    assertEquals(Map.of(), StoreUrl.parse("memory:x?").parameters());
    assertEquals("x", StoreUrl.parse("memory:x?").rest());
  }

  @Test
  void parametersCannotBeChanged() {
    Map<String, String> parameters = StoreUrl.parse("memory:?a=b").parameters();
    assertThrows(UnsupportedOperationException.class, () -> parameters.put("c", "d"));
  }

  @Test
  void whatIsNoUrlIsRefusedInASentence() {
    assertRefused("is not a store URL", "", " ", "memory", "1x:y", ":x");
    assertRefused("malformed parameter", "memory:?a", "memory:?=b", "memory:?a=b&", "memory:?&a=b");
    assertRefused("percent escape", "memory:?a=%zz", "memory:?%zz=a");
  }

  private static void assertRefused(String why, String... urls) {
    for (String url : urls) {
      String message =
          assertThrows(IllegalArgumentException.class, () -> StoreUrl.parse(url)).getMessage();
      assertTrue(message.contains(why) && message.contains("'" + url + "'"), message);
    }
  }

  @Test
  void noPasswordIsShown() {
    for (String url :
        List.of(
            "redis://u:secret@h",
            "redis://:secret@h",
            "jdbc:mysql://h/db?password=secret",
            "jdbc:mysql://h/db?user=u&sslPassword=secret&x=y",
            "jdbc:sqlserver://h;token=secret;x=y")) {
      assertFalse(StoreUrl.parse(url).toString().contains("secret"), url);
    }
    assertEquals("redis://u:***@h/1", StoreUrl.parse("redis://u:secret@h/1").toString());
    assertEquals("memory:x?namespace=y", StoreUrl.parse("memory:x?namespace=y").toString());
  }
}
