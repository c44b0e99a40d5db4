package dev.holdfast.etcd;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.Loss;
import io.etcd.jetcd.Client;
import io.etcd.jetcd.options.DeleteOption;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Clients that run on while what they locked is taken away under them. */
@Tag("rest")
class EtcdLostDataTest {
  private static Lease acquired(Holdfast holdfast, String name) throws Exception {
    Lease lease = holdfast.mutex(name).acquire(Duration.ofSeconds(30));
    // A renewal has to reach what was made again, too.
    lease.ensure(Duration.ofSeconds(1));
    return lease;
  }

  @Test
  void clientsGoOnWithoutTheirKeysAndWithoutAllData() throws Exception {
    try (Cluster cluster = Cluster.alone(Cluster.Version.V3_5);
        Holdfast mine = Holdfast.connect(cluster.url() + "?session=3s");
        Holdfast other = Holdfast.connect(cluster.url() + "?session=3s")) {
      isToldOfABreak(mine, other);
      long first = goesOn(mine, other, () -> deleteAll(cluster));
      long second = goesOn(mine, other, () -> cluster.wipe(0));
      assertTrue(second > first);
    }
  }

  /** What is gone while the stamps of its name are there may also be gone with other data. */
  private static void isToldOfABreak(Holdfast mine, Holdfast other) throws Exception {
    Lease broken = acquired(mine, "broken");
    List<Loss> told = new CopyOnWriteArrayList<>();
    broken.onLost(told::add);
    assertTrue(other.breakHold("broken"));
    await().atMost(Duration.ofSeconds(15)).until(() -> told.size() == 1);
    assertEquals(Loss.Kind.BROKEN, told.get(0).kind());
    assertEquals(
        "an operator ended the hold by force, or the store has lost it with other data",
        told.get(0).message());
  }

  private static long goesOn(Holdfast mine, Holdfast other, Harm harm) throws Exception {
    Lease held = acquired(mine, "held");
    List<Loss> told = new CopyOnWriteArrayList<>();
    held.onLost(told::add);
    other.mutex("free").acquire().close();
    harm.happen();
    await().atMost(Duration.ofSeconds(15)).until(() -> told.size() == 1);
    assertEquals(Loss.Kind.SESSION_ENDED, told.get(0).kind(), "no operator has ended it");
    assertFalse(told.get(0).message().contains("operator"), told.get(0).message());
    try (Lease again = acquired(other, "held");
        Lease free = acquired(other, "free");
        Lease fresh = acquired(mine, "fresh")) {
      assertTrue(again.token() > held.token());
      assertEquals(List.of("free", "fresh", "held"), other.names(10).stream().sorted().toList());
      assertTrue(free.isHeld() && fresh.isHeld());
      return again.token();
    }
  }

  private static void deleteAll(Cluster cluster) throws Exception {
    try (Client client = cluster.client()) {
      client
          .getKVClient()
          .delete(Keys.bytes("/"), DeleteOption.builder().isPrefix(true).build())
          .get(20, TimeUnit.SECONDS);
    }
  }

  private interface Harm {
    void happen() throws Exception;
  }
}
