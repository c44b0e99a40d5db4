package dev.holdfast.etcd;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.StoreException;
import dev.holdfast.spi.Diagnosis;
import dev.holdfast.spi.StoreUrl;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A member that speaks TLS alone, and wants to know its clients. */
class EtcdTlsTest {
  private static final String PASSWORD = "password";

  @TempDir Path folder;

  @Test
  void certificatesDecideOnBothSides() throws Exception {
    keytool("ca", "-ext", "bc:c", "-ext", "ku=keyCertSign");
    keytool("server", "-signer", "ca", "-ext", "san=ip:127.0.0.1");
    keytool("client", "-signer", "ca", "-ext", "san=dns:client");
    keytool("stranger", "-ext", "bc:c", "-ext", "ku=keyCertSign");
    try (Cluster cluster =
        Cluster.secure(Cluster.Version.V3_5, pem("ca"), pem("server"), key("server"))) {
      String ours = "&cert=" + pem("client") + "&key=" + key("client");
      String url = cluster.url() + "?ca=" + pem("ca") + ours;
      try (Holdfast holdfast = Holdfast.connect(url);
          Lease lease = holdfast.mutex("n").acquire(Duration.ofSeconds(30))) {
        assertTrue(lease.isHeld());
      }
      // The way of each member's status is another one.
      Diagnosis diagnosis = Diagnosis.of(StoreUrl.parse(url), Duration.ofSeconds(30));
      assertTrue(
          diagnosis.findings().stream().anyMatch(each -> each.seen().startsWith("etcd 3.5.")),
          diagnosis::toString);

      // All files are written before anybody reads one.
      Map<String, String> reasons =
          Map.of(
              "PKIX path", cluster.url() + "?ca=" + pem("stranger") + ours,
              "No name matching", url.replace("127.0.0.1", "localhost"),
              "Received fatal alert: ", cluster.url() + "?ca=" + pem("ca"));
      Map<String, CompletableFuture<StoreException>> refused = new HashMap<>();
      reasons.forEach((reason, each) -> refused.put(reason, refusal(each)));
      for (Map.Entry<String, CompletableFuture<StoreException>> each : refused.entrySet()) {
        StoreException why = each.getValue().get(60, TimeUnit.SECONDS);
        // From JDK 25 on the alert's name stands before the reason.
        assertTrue(
            why.getMessage().matches("(?s).*: no TLS \\((\\([a-z_]+\\) )?" + each.getKey() + ".*"),
            why::getMessage);
        assertFalse(why.isTransient(), why::getMessage);
      }
    }
  }

  /** What a program is told that connects. */
  private static CompletableFuture<StoreException> refusal(String url) {
    return CompletableFuture.supplyAsync(
        () -> assertThrows(StoreException.class, () -> Holdfast.connect(url).close(), url));
  }

  private void keytool(String alias, String... more) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(List.of("-genkeypair", "-alias", alias, "-dname", "CN=" + alias));
    command.addAll(List.of("-keyalg", "EC", "-groupname", "secp256r1", "-storepass", PASSWORD));
    command.addAll(List.of("-keystore", folder.resolve("all.p12").toString()));
    command.addAll(List.of(more));
    assertEquals(0, new ProcessBuilder(command).inheritIO().start().waitFor(), command::toString);
  }

  private KeyStore store() throws Exception {
    return KeyStore.getInstance(folder.resolve("all.p12").toFile(), PASSWORD.toCharArray());
  }

  private Path pem(String alias) throws Exception {
    return write(alias + ".crt", "CERTIFICATE", store().getCertificate(alias).getEncoded());
  }

  private Path key(String alias) throws Exception {
    byte[] der = store().getKey(alias, PASSWORD.toCharArray()).getEncoded();
    return write(alias + ".key", "PRIVATE KEY", der);
  }

  private Path write(String name, String kind, byte[] der) throws IOException {
    byte[] newline = "\n".getBytes(StandardCharsets.US_ASCII);
    String body = Base64.getMimeEncoder(64, newline).encodeToString(der);
    return Files.writeString(
        folder.resolve(name),
        "-----BEGIN " + kind + "-----\n" + body + "\n-----END " + kind + "-----\n");
  }
}
