package dev.holdfast.etcd;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
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
      long first = goesOn(mine, other, () -> deleteAll(cluster));
      long second = goesOn(mine, other, () -> cluster.wipe(0));
      assertTrue(second > first);
    }
  }

  private static long goesOn(Holdfast mine, Holdfast other, Harm harm) throws Exception {
    Lease held = acquired(mine, "held");
    List<Loss> told = new CopyOnWriteArrayList<>();
    held.onLost(told::add);
    other.mutex("free").acquire().close();
    harm.happen();
    await().atMost(Duration.ofSeconds(15)).until(() -> told.size() == 1);
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
