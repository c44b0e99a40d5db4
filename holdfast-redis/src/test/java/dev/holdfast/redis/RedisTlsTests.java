package dev.holdfast.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.StoreException;
import dev.holdfast.servers.Certificates;
import dev.holdfast.servers.Folders;
import dev.holdfast.servers.RedisTlsServer;
import dev.holdfast.servers.RedisTlsServer.Clients;
import dev.holdfast.servers.RespConnection;
import dev.holdfast.spi.LockStore;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** TLS as URLs ask for it, against a real server: who is trusted, who is not, and what is said. */
public abstract class RedisTlsTests extends AdapterTests {
  private static final String NAMES = "dns:localhost,ip:127.0.0.1";

  /** What a busy machine may take longer. */
  private static final Duration GRACE = Duration.ofSeconds(2);

  private static Certificates ours;
  private static Certificates strangers;
  private static RedisTlsServer server;
  private static RedisTlsServer strict;
  private static boolean loaded;

  @BeforeAll
  static void start() throws Exception {
    Path folder = Folders.fresh("tls");
    ours = new Certificates(folder.resolve("ours"));
    ours.make("server", NAMES);
    ours.make("client", "dns:client");
    strangers = new Certificates(folder.resolve("strangers"));
    strangers.make("client", "dns:client");
    server = RedisTlsServer.started(ours, "server", Clients.ANY);
    strict = RedisTlsServer.started(ours, "server", Clients.CERTIFIED);
  }

  /** What a JVM loads for its first connection is no part of the time that a call takes. */
  @BeforeEach
  void loadsTheClientLibrary() throws Exception {
    String url = url(server, ca());
    Awaitility.await()
        .atMost(Duration.ofMinutes(1))
        .ignoreException(StoreException.class)
        .until(() -> loaded || opens(url));
    loaded = true;
  }

  private boolean opens(String url) throws Exception {
    try (LockStore store = store(url)) {
      new VerbsForTests(store, "").close();
    }
    return true;
  }

  @AfterAll
  static void stop() {
    server.close();
    strict.close();
  }

  private static String url(RedisTlsServer at, String parameters) {
    return "rediss://localhost:" + at.port() + parameters;
  }

  private static String ca() throws Exception {
    return "?ca=" + ours.certificate("ca");
  }

  private static String encoded(String secret) {
    return URLEncoder.encode(secret, StandardCharsets.UTF_8);
  }

  /** A whole life of a lock, with the pushes that only a second connection brings. */
  private void works(RedisTlsServer at, String url) throws Exception {
    try (RespConnection witness = at.plain().client();
        LockStore store = store(url);
        VerbsForTests a = new VerbsForTests(store, "tls");
        VerbsForTests b = new VerbsForTests(store, "tls")) {
      a.awaitPushes(witness);
      b.awaitPushes(witness);
      String held = a.take("n");
      String waiting = b.join("n");
      Awaitility.await().until(() -> a.listener.recalled.contains(held));
      assertTrue(a.release("n", held));
      Awaitility.await().until(() -> b.listener.granted.contains(waiting));
      assertTrue(b.release("n", waiting));
    }
  }

  /** Opens nothing, in the time that a call may take, and says why. */
  private void refused(boolean isTransient, String advice, String url) {
    StoreException error = refusal(url);
    assertTrue(error.getMessage().contains(advice), error.getMessage());
    assertEquals(isTransient, error.isTransient(), error.getMessage());
  }

  private StoreException refusal(String url) {
    try (LockStore store = store(url)) {
      long most = store.capabilities().requestTimeout().plus(GRACE).toNanos();
      long start = System.nanoTime();
      StoreException error =
          assertThrows(StoreException.class, () -> new VerbsForTests(store, "").close());
      assertTrue(System.nanoTime() - start < most, "it took longer than a call may: " + error);
      assertTrue(error.getMessage().endsWith("no session was opened"), error.getMessage());
      return error;
    }
  }

  @Test
  void anAuthorityInPemIsTrusted() throws Exception {
    works(server, url(server, ca()));
    works(server, "rediss://127.0.0.1:" + server.port() + ca());
  }

  @Test
  void allGoesOverTls() throws Exception {
    try (LockStore store = store(url(server, ca()));
        VerbsForTests a = new VerbsForTests(store, "")) {
      a.take("n");
      String ourPort = " laddr=127.0.0.1:" + server.port() + " ";
      // The connection for pushes is made in the background.
      Awaitility.await()
          .untilAsserted(
              () -> {
                String clients = (String) server.plain().ask("CLIENT", "LIST");
                assertTrue(clients.lines().anyMatch(line -> !line.contains(" sub=0 ")), clients);
                long secure = clients.lines().filter(line -> line.contains(ourPort)).count();
                assertEquals(2, secure, "one for calls and one for pushes: " + clients);
                assertEquals(3, clients.lines().count(), "and the one that asks: " + clients);
              });
    }
  }

  @Test
  void aTrustStoreIsTrusted() throws Exception {
    String parameters =
        "?truststore="
            + ours.trustStore()
            + "&truststorePassword="
            + encoded(Certificates.PASSWORD);
    works(server, url(server, parameters));
  }

  @Test
  void aClientShowsItsCertificate() throws Exception {
    works(
        strict,
        url(strict, ca() + "&cert=" + ours.certificate("client") + "&key=" + ours.key("client")));
    works(
        strict,
        url(
            strict,
            ca()
                + "&keystore="
                + ours.keyStore("client")
                + "&keystorePassword="
                + encoded(Certificates.PASSWORD)));
  }

  /** The refusal comes after the handshake, so that a cut connection may be all one sees of it. */
  @Test
  void aClientWithoutTheRightCertificateIsRefused() throws Exception {
    String theirs = "&cert=" + strangers.certificate("client") + "&key=" + strangers.key("client");
    for (String parameters : List.of(ca(), ca() + theirs)) {
      StoreException error = refusal(url(strict, parameters));
      assertTrue(error.getMessage().contains("?cert="), error.getMessage());
    }
  }

  @Test
  void anUnknownAuthorityIsNotTrusted() throws Exception {
    refused(false, "name one, as in rediss://host?ca=", url(server, ""));
    refused(false, "name one, as in", url(server, "?ca=" + strangers.certificate("ca")));
  }

  @Test
  void anotherNameIsNotTrusted() throws Exception {
    ours.make("elsewhere", "dns:elsewhere.example,ip:127.0.0.2");
    try (RedisTlsServer elsewhere = RedisTlsServer.started(ours, "elsewhere", Clients.ANY)) {
      refused(false, "not for this host", url(elsewhere, ca()));
      refused(false, "not for this host", "rediss://127.0.0.1:" + elsewhere.port() + ca());
    }
  }

  /** As of a client, which its authority has signed, and which may be called like a host. */
  @Test
  void aCommonNameIsNotTakenForAHost() throws Exception {
    ours.make("localhost", "email:admin@example.org");
    try (RedisTlsServer common = RedisTlsServer.started(ours, "localhost", Clients.ANY)) {
      refused(false, "not for this host", url(common, ca()));
    }
    strangers.make("localhost", "ip:127.0.0.1");
    String ca = "?ca=" + strangers.certificate("ca");
    try (RedisTlsServer address = RedisTlsServer.started(strangers, "localhost", Clients.ANY)) {
      refused(false, "not for this host", url(address, ca));
      works(address, "rediss://127.0.0.1:" + address.port() + ca);
    }
  }

  @Test
  void anExpiredCertificateIsNotTrusted() throws Exception {
    ours.make("expired", NAMES, "-startdate", "-10d", "-validity", "1");
    try (RedisTlsServer expired = RedisTlsServer.started(ours, "expired", Clients.ANY)) {
      refused(false, "not valid now", url(expired, ca()));
    }
  }

  @Test
  void tlsOnAPortWithoutIsSaid() throws Exception {
    refused(
        true, "does this port speak TLS?", "rediss://localhost:" + server.plain().port() + ca());
  }

  @Test
  void aPortWithTlsIsSaidToWantIt() {
    refused(true, "does this port want TLS?", "redis://localhost:" + server.port());
  }

  /** A password is shown by nothing that anybody prints. */
  @Test
  void noPasswordIsShown() throws Exception {
    String parameters =
        "?truststore="
            + ours.trustStore()
            + "&truststorePassword=wrong-secret&keystore=/none&keystorePassword=other-secret";
    String url = "rediss://u:third-secret@localhost:" + server.port() + parameters;
    String said =
        assertThrows(IllegalArgumentException.class, () -> store(url).close()).getMessage();
    assertFalse(said.contains("-secret"), said);
    String good = "?ca=" + strangers.certificate("ca");
    try (LockStore store = store("rediss://u:third-secret@localhost:" + server.port() + good)) {
      assertFalse(store.toString().contains("-secret"), store.toString());
      StoreException error =
          assertThrows(StoreException.class, () -> new VerbsForTests(store, "").close());
      StringWriter all = new StringWriter();
      error.printStackTrace(new PrintWriter(all));
      assertFalse(all.toString().contains("-secret"), all.toString());
    }
  }
}
