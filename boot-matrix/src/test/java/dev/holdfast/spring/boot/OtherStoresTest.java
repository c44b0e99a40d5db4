package dev.holdfast.spring.boot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.Holdfast;
import dev.holdfast.HoldfastListener;
import dev.holdfast.Lease;
import dev.holdfast.Loss;
import dev.holdfast.etcd.EtcdStore;
import dev.holdfast.servers.DebianPackage;
import dev.holdfast.servers.EtcdMember;
import dev.holdfast.servers.Folders;
import dev.holdfast.servers.Ports;
import dev.holdfast.spi.LockStore;
import dev.holdfast.zookeeper.ZooKeeperStore;
import io.etcd.jetcd.Client;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryForever;
import org.apache.curator.test.TestingServer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.NestedExceptionUtils;

/** Applications that have a client of ZooKeeper or of etcd. */
@Tag("rest")
@Timeout(180)
class OtherStoresTest {
  private final ApplicationContextRunner application =
      new ApplicationContextRunner()
          .withConfiguration(AutoConfigurations.of(HoldfastAutoConfiguration.class))
          .withPropertyValues("holdfast.shutdown.wait=0s");

  private static CuratorFramework curator(TestingServer server) {
    CuratorFramework client =
        CuratorFrameworkFactory.newClient(server.getConnectString(), new RetryForever(100));
    client.start();
    return client;
  }

  @Test
  void theOneClientOfZooKeeperIsUsed() throws Exception {
    try (TestingServer server = new TestingServer(Ports.free());
        CuratorFramework other = curator(server)) {
      locksAreIn(
          application.withBean(CuratorFramework.class, () -> curator(server)),
          () -> ZooKeeperStore.of(other));
    }
  }

  @Test
  void theOneClientOfEtcdIsUsed() throws Exception {
    int peer = Ports.free();
    try (EtcdMember server =
        new EtcdMember(
            DebianPackage.ETCD_3_4,
            Folders.fresh("etcd"),
            0,
            Ports.free(),
            peer,
            List.of(peer),
            List.of())) {
      server.start();
      try (Client other = Client.builder().endpoints(server.url()).build()) {
        locksAreIn(
            application.withBean(
                Client.class, () -> Client.builder().endpoints(server.url()).build()),
            () -> EtcdStore.of(other));
      }
    }
  }

  /** Also, nothing is left there after a shutdown, which closes the application's own client. */
  private static void locksAreIn(ApplicationContextRunner application, Supplier<LockStore> store) {
    List<Loss.Kind> lost = new CopyOnWriteArrayList<>();
    HoldfastListener noting =
        new HoldfastListener() {
          @Override
          public void lost(String name, long token, Loss loss) {
            lost.add(loss.kind());
          }
        };
    application
        .withBean(HoldfastListener.class, () -> noting)
        .run(
        context -> {
          assertNull(context.getStartupFailure());
          Lease kept =
              context.getBean(Holdfast.class).mutex("kept").acquire(Duration.ofSeconds(30));
          assertTrue(kept.isHeld());
          assertTrue(isHeld(store));
        });
    assertFalse(isHeld(store));
    // By the client, and not by the end of a session whose own client was closed before.
    Awaitility.await().until(() -> !lost.isEmpty());
    assertEquals(List.of(Loss.Kind.CLOSED), lost);
  }

  @Test
  void ofTwoClientsOneIsNamed() throws Exception {
    try (TestingServer server = new TestingServer(Ports.free());
        CuratorFramework other = curator(server)) {
      ApplicationContextRunner both =
          application
              .withBean(CuratorFramework.class, () -> curator(server))
              .withBean(
                  Client.class,
                  () -> Client.builder().endpoints("http://127.0.0.1:" + Ports.free()).build());
      both.run(
          context ->
              assertInstanceOf(
                  StoreChoiceException.class,
                  NestedExceptionUtils.getMostSpecificCause(
                      Objects.requireNonNull(context.getStartupFailure()))));
      locksAreIn(
          both.withPropertyValues("holdfast.store=zookeeper"), () -> ZooKeeperStore.of(other));
    }
  }

  private static boolean isHeld(Supplier<LockStore> store) {
    try (Holdfast other = Holdfast.over(store.get())) {
      return other.inspect("kept").isHeld();
    }
  }
}
