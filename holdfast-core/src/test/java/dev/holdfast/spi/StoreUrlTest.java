package dev.holdfast.spi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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

  @ParameterizedTest
  @CsvSource({"30, 30", "0, 0", "30s, 30", "2m, 120", "6000ms, 6", "1h30m, 5400", "PT1M, 60"})
  void aParameterMayBeATimeInSecondsUnlessItHasAUnit(String text, long seconds) {
    StoreUrl url = StoreUrl.parse("etcd://h?session=" + text);
    assertEquals(Optional.of(Duration.ofSeconds(seconds)), url.duration("session"));
    assertEquals(Optional.empty(), url.duration("other"));
  }

  /** The value may be part of a password with a question mark in it. */
  @ParameterizedTest
  @ValueSource(strings = {"soon", "-1s", "99999999", "s3cret"})
  void whatIsNoTimeIsRefusedWithoutBeingQuoted(String text) {
    StoreUrl url = StoreUrl.parse("etcd://h?session=" + text);
    var refused = assertThrows(IllegalArgumentException.class, () -> url.duration("session"));
    assertEquals(
        "'" + url + "': its session should look like 30s, 2m or 6000ms", refused.getMessage());
    assertNull(refused.getCause());
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
      assertTrue(message.contains(why), message);
      assertTrue(message.contains("'" + StoreUrl.mask(url) + "'"), message);
    }
  }

  /** Anything else in them may be a password, or a part of one. */
  @Test
  void onlyWhatWasRecognizedIsShown() {
    assertShown("redis://u:***@h:1,[::1]:2/3", "redis://u:s/e@c:r#e+t@h:1,[::1]:2/3");
    assertShown("redis://***@h", "redis://secret@h");
    assertShown("redis://…?…", "redis://u:sec?ret@h/1");
    assertShown("redis://…", "redis://u:secret");
    assertShown("redis:…", "redis:secret@h");
    assertShown("redis://u:***@…", "redis://u:p@h/secret )");
    assertShown("…", "secret");
    assertShown("…", "secret@h:1");
    assertShown("localhost:6379", "localhost:6379");
    assertShown("rediss://h?ca=/a/b.pem&…", "rediss://h?ca=/a/b.pem&truststorePassword=secret&x=y");
    assertShown("jdbc:mysql://…?namespace=a", "jdbc:mysql://address=(password=secret)?namespace=a");
    assertShown("jdbc:postgresql:db", "jdbc:postgresql:db");
    assertShown("jdbc:mariadb:sequential://u:***@h/db", "jdbc:mariadb:sequential://u:p@h/db");
    assertShown("sqlite:/home/a@b/locks.db", "sqlite:/home/a@b/locks.db");
    assertShown("sqlite:///home/a@b/locks.db", "sqlite:///home/a@b/locks.db");
  }

  private static void assertShown(String shown, String url) {
    assertEquals(shown, StoreUrl.mask(url));
    assertEquals(shown, StoreUrl.mask(shown));
  }

  @Test
  void aParameterThatMayBePartOfAPasswordIsNotNamed() {
    assertEquals("'colour'", StoreUrl.parse("redis://h?colour=red").quoted("colour"));
    assertEquals("…", StoreUrl.parse("redis://u:1?colour=red@h").quoted("colour"));
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

  /** Drivers take whole milliseconds, and none of them for no bound at all. */
  @Test
  void aConnectTimeoutUnderAMillisecondIsRefused() {
    assertEquals(
        Optional.of(Duration.ofMillis(1)),
        StoreUrl.parse("redis://h?connectTimeout=1ms").connectTimeout());
    for (String time : List.of("0", "0.5ms", "61m")) {
      StoreUrl url = StoreUrl.parse("redis://h?connectTimeout=" + time);
      assertThrows(IllegalArgumentException.class, url::connectTimeout, time);
    }
  }
}
