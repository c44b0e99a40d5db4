package dev.holdfast.etcd;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.spi.StoreUrl;
import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Addresses of clusters. */
class EtcdUrlTest {
  private static EtcdUrl parse(String url) {
    return EtcdUrl.parse(StoreUrl.parse(url));
  }

  @Test
  void whatIsLeftOutIsUsual() {
    EtcdUrl url = parse("etcd://h1,h2:1234,[::1]");
    assertEquals(
        List.of(
            URI.create("http://h1:2379"),
            URI.create("http://h2:1234"),
            URI.create("http://[::1]:2379")),
        url.members());
    assertEquals("/holdfast", url.path());
    assertEquals(30, url.sessionSeconds());
    assertTrue(url.user().isEmpty());
  }

  @Test
  void allOfItIsTakenIn() {
    EtcdUrl url = parse("etcd://me:p%40ss@h1/a/b?session=2m&namespace=x");
    assertEquals("/a/b", url.path());
    assertEquals(120, url.sessionSeconds());
    assertEquals("me", url.user().orElseThrow());
    assertEquals("p@ss", url.password());
  }

  @Test
  void tlsIsAnotherScheme() {
    EtcdUrl url = parse("etcds://h1?ca=pom.xml");
    assertEquals(List.of(URI.create("https://h1:2379")), url.members());
    assertEquals("pom.xml", url.tls().orElseThrow().ca().orElseThrow().getName());
    assertTrue(parse("etcd://h1").tls().isEmpty());
  }

  @Test
  void aPasswordIsNeverShown() {
    assertFalse(parse("etcd://me:secret@h1").toString().contains("secret"));
    Exception refused =
        assertThrows(IllegalArgumentException.class, () -> parse("etcd://me:secret@h1?x=y"));
    assertFalse(refused.getMessage().contains("secret"), refused.getMessage());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "etcd://",
        "etcd:h1",
        "etcd://h1:port",
        "etcd://h1?session=1s",
        "etcd://h1?session=500ms",
        "etcd://h1?session=6m",
        "etcd://h1?sesion=30s",
        "etcd://h1/a b",
        "etcd://h1,,h2",
        "etcd://h1?ca=pom.xml",
        "etcds://h1?ca=/not/there",
        "etcds://h1?cert=pom.xml"
      })
  void whatIsMalformedIsRefused(String url) {
    assertThrows(IllegalArgumentException.class, () -> parse(url));
  }
}
