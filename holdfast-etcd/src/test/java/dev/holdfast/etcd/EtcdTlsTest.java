package dev.holdfast.etcd;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.StoreException;
import dev.holdfast.servers.Certificates;
import dev.holdfast.spi.Diagnosis;
import dev.holdfast.spi.StoreUrl;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A member that speaks TLS alone, and wants to know its clients. */
class EtcdTlsTest {
  @TempDir Path folder;

  @Test
  void certificatesDecideOnBothSides() throws Exception {
    Certificates ours = new Certificates(folder.resolve("ours"));
    ours.make("server", "ip:127.0.0.1");
    ours.make("client", "dns:client");
    Path ca = ours.certificate("ca");
    Path stranger = new Certificates(folder.resolve("strangers")).certificate("ca");
    try (Cluster cluster =
        Cluster.secure(Cluster.Version.V3_5, ca, ours.certificate("server"), ours.key("server"))) {
      String client = "&cert=" + ours.certificate("client") + "&key=" + ours.key("client");
      String url = cluster.url() + "?ca=" + ca + client;
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
              "PKIX path", cluster.url() + "?ca=" + stranger + client,
              "No name matching", url.replace("127.0.0.1", "localhost"),
              "Received fatal alert: ", cluster.url() + "?ca=" + ca);
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
}
