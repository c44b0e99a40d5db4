package dev.holdfast.etcd;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.StoreException;
import dev.holdfast.spi.ClientIdentity;
import dev.holdfast.spi.StoreListener;
import io.etcd.jetcd.Client;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Builds of Holdfast that know different layouts never use the same namespace. */
class LayoutVersionTest {
  private final Client client = Cluster.shared().client();
  private final String namespace = "layout-" + UUID.randomUUID();
  private final Keys keys = new Keys("/holdfast", namespace);

  @AfterEach
  void close() {
    client.close();
  }

  private void open() {
    EtcdStore.of(client)
        .open(new ClientIdentity("a/h/1/" + UUID.randomUUID(), namespace), StoreListener.DEAF)
        .close();
  }

  @Test
  void aNamespaceOfAnotherLayoutIsRefused() throws Exception {
    client.getKVClient().put(keys.layout(), Keys.bytes("2")).get(20, TimeUnit.SECONDS);
    StoreException refused = assertThrows(StoreException.class, this::open);
    assertFalse(refused.isTransient());
    assertTrue(refused.getMessage().contains("layout version 2"), refused.getMessage());
    assertTrue(refused.getMessage().contains("knows version 1"), refused.getMessage());
    assertTrue(refused.getMessage().contains(Keys.text(keys.layout())), refused.getMessage());
  }

  @Test
  void aNamespaceSaysItsLayoutAndIsOpenedAgain() throws Exception {
    open();
    assertEquals(
        "1",
        Keys.text(
            client
                .getKVClient()
                .get(keys.layout())
                .get(20, TimeUnit.SECONDS)
                .getKvs()
                .get(0)
                .getValue()));
    open();
  }
}
