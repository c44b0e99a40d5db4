package dev.holdfast.zookeeper;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.Holdfast;
import dev.holdfast.servers.Ports;
import dev.holdfast.spi.Diagnosis;
import dev.holdfast.spi.Finding;
import dev.holdfast.spi.Finding.Level;
import dev.holdfast.spi.Guarantee;
import dev.holdfast.spi.StoreUrl;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.apache.curator.test.TestingServer;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.data.ACL;
import org.apache.zookeeper.data.Id;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What doctor says of good servers, and of bad ones. */
class InspectionTest {
  private static final List<ACL> READ_ONLY =
      List.of(new ACL(ZooDefs.Perms.READ, new Id("world", "anyone")));

  private final String path = "/doctor-" + UUID.randomUUID();

  private static Diagnosis diagnose(String url) {
    return Diagnosis.of(StoreUrl.parse(url), Duration.ofSeconds(30));
  }

  private static Finding finding(Diagnosis diagnosis, String subject) {
    return diagnosis.findings().stream()
        .filter(each -> each.subject().equals(subject))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no '" + subject + "' in " + diagnosis));
  }

  private static String url(String path) {
    return "zookeeper://" + Ensemble.shared().getConnectString() + path;
  }

  private static CuratorFramework curator() {
    CuratorFramework curator =
        CuratorFrameworkFactory.newClient(
            Ensemble.shared().getConnectString(), 10_000, 10_000, new RetryOneTime(100));
    curator.start();
    return curator;
  }

  @Test
  void anEnsembleIsAllRightAndNothingStays() throws Exception {
    Diagnosis diagnosis = diagnose(url(path + "/below") + "?session=10s");
    assertEquals(Level.NOTE, diagnosis.worst(), diagnosis::toString);
    assertEquals(Level.OK, finding(diagnosis, "version").level(), diagnosis::toString);
    Finding servers = finding(diagnosis, "servers");
    assertEquals(Level.OK, servers.level(), servers::toString);
    assertTrue(servers.seen().startsWith("3 vote: "), servers::seen);
    assertTrue(servers.seen().contains(" leads"), servers::seen);
    Finding session = finding(diagnosis, "session");
    assertEquals(Level.OK, session.level(), session::toString);
    assertTrue(session.seen().startsWith("10 s, of which"), session::seen);
    assertEquals(Level.OK, finding(diagnosis, "rights").level());
    assertEquals(Level.OK, finding(diagnosis, "clock").level());
    assertTrue(finding(diagnosis, "a lock").seen().startsWith("taken and released in "));
    String verdict = diagnosis.verdict(Guarantee.C2);
    assertFalse(verdict.contains("clock"), verdict);
    try (CuratorFramework curator = curator()) {
      assertNull(Bench.upToDate(curator).checkExists().forPath(path));
    }
  }

  @Test
  void whatTheServersMakeOfTheSessionIsSaid() {
    Diagnosis diagnosis = diagnose(url(path) + "?session=200s");
    Finding session = finding(diagnosis, "session");
    assertEquals(Level.NOTE, session.level());
    assertTrue(session.seen().startsWith("asked for 200 s, given 60 s"), session::seen);
  }

  @Test
  void aServerThatIsAloneIsAWarning(@TempDir Path folder) throws Exception {
    try (TestingServer alone = new TestingServer(Ensemble.alone(folder, Ports.free()), true)) {
      Diagnosis diagnosis = diagnose("zookeeper://" + alone.getConnectString() + "?session=3s");
      assertEquals(Level.WARNING, diagnosis.worst(), diagnosis::toString);
      Finding servers = finding(diagnosis, "servers");
      assertEquals("one, which stands alone", servers.seen());
      assertEquals(Level.WARNING, servers.level());
      assertEquals(Level.NOTE, finding(diagnosis, "session").level(), "3 s are short");
    }
  }

  @Test
  void aServerThatDoesNotAnswerIsNamed() {
    Diagnosis diagnosis = diagnose(url("").replaceFirst("/*$", "") + ",localhost:1" + path);
    Finding servers = finding(diagnosis, "servers");
    assertEquals(Level.WARNING, servers.level(), servers::toString);
    assertTrue(servers.seen().contains("localhost:1 does not answer"), servers::seen);
  }

  @Test
  void whereNothingMayBeMadeIsAProblem() throws Exception {
    try (CuratorFramework curator = curator()) {
      curator.create().withACL(READ_ONLY).forPath(path);
      Diagnosis diagnosis = diagnose(url(path));
      Finding rights = finding(diagnosis, "rights");
      assertEquals(Level.PROBLEM, rights.level());
      assertTrue(rights.seen().contains("refuses that to this user"), rights::seen);
      assertEquals(Level.PROBLEM, diagnosis.worst());
    }
  }

  /** Who made the nodes with a password has closed them to all others. */
  @Test
  void nodesOfAnotherUserAreAProblem() {
    String shared = url(path).replace("zookeeper://", "zookeeper://me:secret@");
    try (Holdfast mine = Holdfast.connect(shared + "?session=10s")) {
      mine.mutex("n").acquireUninterruptibly().close();
    }
    assertEquals(Level.OK, finding(diagnose(shared), "rights").level());
    Finding rights = finding(diagnose(shared.replace("me:secret", "you:hushhush")), "rights");
    assertEquals(Level.PROBLEM, rights.level(), rights::toString);
    assertFalse(rights.toString().contains("hushhush"), "a password");
  }
}
