package dev.holdfast.etcd;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.StoreException;
import dev.holdfast.spi.Diagnosis;
import dev.holdfast.spi.Finding;
import dev.holdfast.spi.Finding.Level;
import dev.holdfast.spi.Guarantee;
import dev.holdfast.spi.StoreUrl;
import io.etcd.jetcd.Client;
import io.etcd.jetcd.options.GetOption;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What doctor says of good clusters, and of bad ones. */
class EtcdInspectionTest {
  private static Diagnosis diagnose(String url) {
    return Diagnosis.of(StoreUrl.parse(url), Duration.ofSeconds(30));
  }

  private static Finding finding(Diagnosis diagnosis, String subject) {
    return diagnosis.findings().stream()
        .filter(each -> each.subject().equals(subject))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no '" + subject + "' in " + diagnosis));
  }

  @Test
  void aClusterOfThreeIsAllRightButForItsVersionAndNothingStays() throws Exception {
    String url = Cluster.shared().url().replace("/tests", "/doctor");
    Diagnosis diagnosis = diagnose(url + "?session=10s");
    Finding members = finding(diagnosis, "members");
    assertEquals(Level.OK, members.level(), members::toString);
    assertTrue(members.seen().startsWith("3 vote: "), members::seen);
    assertTrue(members.seen().contains(" leads"), members::seen);
    Finding version = finding(diagnosis, "version");
    assertTrue(version.seen().startsWith("etcd 3.4."), version::seen);
    assertEquals(
        ClusterFindings.keepsRenewedLeases(version.seen().substring("etcd ".length())),
        version.level() == Level.OK,
        version::toString);
    assertEquals(Level.OK, finding(diagnosis, "space").level());
    assertTrue(finding(diagnosis, "session").seen().startsWith("10 s, of which"));
    assertTrue(finding(diagnosis, "a lock").seen().startsWith("taken and released in "));
    assertTrue(diagnosis.verdict(Guarantee.C1).contains("loses its data"));
    try (Client client = Cluster.shared().client()) {
      GetOption all = GetOption.builder().isPrefix(true).withCountOnly(true).build();
      assertEquals(
          0,
          client
              .getKVClient()
              .get(Keys.bytes("/doctor"), all)
              .get(20, TimeUnit.SECONDS)
              .getCount());
    }
  }

  @Test
  void aMemberThatDoesNotAnswerIsNamed() {
    Diagnosis diagnosis = diagnose(Cluster.shared().url().replace("/tests", ",127.0.0.1:1/tests"));
    Finding members = finding(diagnosis, "members");
    assertEquals(Level.WARNING, members.level(), members::toString);
    assertTrue(members.seen().contains("127.0.0.1:1 does not answer"), members::seen);
  }

  @Test
  void aClusterThatDoesNotAnswerIsAnError() {
    assertThrows(StoreException.class, () -> diagnose("etcd://127.0.0.1:1"));
  }

  @Test
  void aMemberThatIsAloneAndFullIsAProblem() throws Exception {
    try (Cluster alone = Cluster.alone(Cluster.Version.V3_5, "--quota-backend-bytes=100000");
        Client client = alone.client()) {
      Diagnosis before = diagnose(alone.url());
      assertEquals(Level.WARNING, before.worst(), before::toString);
      assertEquals("one, which stands alone", finding(before, "members").seen());
      assertEquals(Level.OK, finding(before, "version").level());
      assertFalse(before.verdict(Guarantee.C2).contains("paused"), before.verdict(Guarantee.C2));

      fill(client);
      Diagnosis full = diagnose(alone.url());
      Finding space = finding(full, "space");
      assertEquals(Level.PROBLEM, space.level(), space::toString);
      assertTrue(space.seen().contains("NOSPACE"), space::seen);
      assertEquals(Level.PROBLEM, finding(full, "a lock").level(), full::toString);
    }
  }

  private static void fill(Client client) {
    ExecutionException full =
        assertThrows(
            ExecutionException.class,
            () -> {
              for (int i = 0; i < 1_000; i++) {
                Object unused =
                    client
                        .getKVClient()
                        .put(Keys.bytes("filling" + i), Keys.bytes("x".repeat(10_000)))
                        .get(20, TimeUnit.SECONDS);
              }
            });
    assertTrue(full.getMessage().contains("space exceeded"), full::getMessage);
  }

  @Test
  void versionsThatEndRenewedLeasesAreKnown() {
    assertFalse(ClusterFindings.keepsRenewedLeases("3.4.30"));
    assertTrue(ClusterFindings.keepsRenewedLeases("3.4.31"));
    assertFalse(ClusterFindings.keepsRenewedLeases("3.5.12"));
    assertTrue(ClusterFindings.keepsRenewedLeases("3.5.13"));
    assertTrue(ClusterFindings.keepsRenewedLeases("3.6.0-rc.1"));
    assertFalse(ClusterFindings.keepsRenewedLeases("unknown"));
  }
}
