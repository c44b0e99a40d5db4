package dev.holdfast.redis.internal.url;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.redis.internal.port.NodeAddress;
import dev.holdfast.spi.StoreUrl;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The address of one Redis server. */
class RedisUrlTest {
  private static RedisUrl parse(String url) {
    return RedisUrl.parse(StoreUrl.parse(url));
  }

  @Test
  void whatIsNotSaidIsAsUsual() {
    RedisUrl url = parse("redis://h");
    assertEquals("h", url.node().host());
    assertEquals(6379, url.node().port());
    assertEquals(0, url.database());
    assertEquals(Optional.empty(), url.tls());
    assertEquals(Optional.empty(), url.user());
    assertEquals(Optional.empty(), url.password());
    assertEquals("redis://h:6379", url.toString());
  }

  @Test
  void everyPartIsReadAndThePasswordIsNotShown() {
    RedisUrl url = parse("rediss://u%40x:p%2B+:@[::1]:7000/15?namespace=n&client=jedis");
    assertEquals("::1", url.node().host());
    assertEquals(7000, url.node().port());
    assertEquals(15, url.database());
    assertTrue(url.tls().isPresent());
    assertEquals(Optional.of("u@x"), url.user());
    assertEquals(Optional.of("p++:"), url.password());
    assertEquals("rediss://u@x@[::1]:7000/15", url.toString());
  }

  @Test
  void aPrefixOfKeysIsOneOfVisibleCharactersWithoutBraces() {
    assertEquals("", parse("redis://h").prefix());
    for (String url : List.of("redis://h", "redis+cluster://h", "redis+sentinel://h/main")) {
      assertEquals("tenant42:", parse(url + "?prefix=tenant42:").prefix());
    }
    assertRefused("has no braces", "redis://h?prefix=%7Ba%7D", "redis://h?prefix=a%7D");
    assertRefused("\\u000a", "redis://h?prefix=a%0A");
    assertRefused("visible ASCII", "redis://h?prefix=a%20b", "redis://h?prefix=%C3%A9");
    assertRefused("at most 128", "redis://h?prefix=" + "x".repeat(129));
  }

  @Test
  void thereMayBeAPasswordWithoutAUser() {
    RedisUrl url = parse("redis://:secret@h/");
    assertEquals(Optional.empty(), url.user());
    assertEquals(Optional.of("secret"), url.password());
    assertEquals("redis://h:6379", url.toString());
  }

  @Test
  void portsAreFrom1To65535() {
    assertEquals(1, parse("redis://h:1").node().port());
    assertEquals(65535, parse("redis://h:65535").node().port());
    assertRefused("its port is not between", "redis://h:0", "redis://h:65536", "redis://h:99999");
  }

  @Test
  void whatIsMalformedIsRefusedWithoutItsPassword() {
    assertRefused(
        "it should look like",
        "redis:",
        "redis://",
        "redis:h",
        "redis://h:x",
        "redis://h:123456",
        "redis://h/x",
        "redis://h/1/2",
        "redis://secret@h");
    assertRefused("unknown parameter 'db'", "redis://h?db=1");
    assertRefused("malformed percent escape", "redis://u:secret%zz@h", "redis://u%zz:secret@h");
  }

  private static void assertRefused(String why, String... urls) {
    for (String url : urls) {
      String message = assertThrows(IllegalArgumentException.class, () -> parse(url)).getMessage();
      assertTrue(message.contains(why) && message.contains("is not a Redis URL"), message);
      assertFalse(message.contains(":secret"), message);
    }
  }

  @Test
  void aClusterIsSomeOfItsNodes() {
    RedisUrl url = parse("rediss+cluster://u:secret@h1,h2:7001,[::1]:7002/?namespace=n");
    assertEquals(RedisUrl.Kind.CLUSTER, url.kind());
    assertEquals(
        List.of(
            new NodeAddress("h1", 6379), new NodeAddress("h2", 7001), new NodeAddress("::1", 7002)),
        url.nodes());
    assertTrue(url.tls().isPresent());
    assertEquals("rediss+cluster://u@h1:6379,h2:7001,[::1]:7002", url.toString());
    assertRefused("has database 0 alone", "redis+cluster://u:secret@h/1", "redis+cluster://h/0/1");
    assertRefused("it should look like redis+cluster://", "redis+cluster://h1,,h2");
    assertRefused("it should look like redis://", "redis://h1,h2");
    assertRefused("a majority of independent servers redlock://", "redis://h1,h2");
  }

  @Test
  void sentinelsNameAMaster() {
    RedisUrl url =
        parse("redis+sentinel://u:secret@s1,s2:5000/main/3?sentinelUser=w&sentinelPassword=hidden");
    assertEquals(RedisUrl.Kind.SENTINEL, url.kind());
    assertEquals(List.of(new NodeAddress("s1", 26379), new NodeAddress("s2", 5000)), url.nodes());
    assertEquals("main", url.master());
    assertEquals(3, url.database());
    assertEquals(Optional.of("w"), url.sentinelUser());
    assertEquals(Optional.of("hidden"), url.sentinelPassword());
    assertEquals("redis+sentinel://u@s1:26379,s2:5000/main/3", url.toString());
    assertRefused("does not say which master", "redis+sentinel://h", "redis+sentinel://h/");
    assertRefused("unknown parameter", "redis://h?sentinelUser=w");
  }

  @Test
  void aUrlNamesAClientLibraryOrFitsAll() {
    for (String fits :
        List.of("redis://h", "rediss://h", "redis+cluster://h", "redis://h?client=jedis")) {
      assertTrue(RedisUrl.fits(StoreUrl.parse(fits), "jedis"), fits);
    }
    for (String not : List.of("redis://h?client=lettuce", "memory:")) {
      assertFalse(RedisUrl.fits(StoreUrl.parse(not), "jedis"), not);
    }
  }
}
