package dev.holdfast.etcd;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.holdfast.StoreException;
import dev.holdfast.consensus.SessionTicker;
import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.ClientIdentity;
import dev.holdfast.spi.KeepAlive;
import dev.holdfast.spi.Mode;
import dev.holdfast.spi.Standing;
import dev.holdfast.spi.StoreListener;
import dev.holdfast.spi.StoreSession;
import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.Client;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What another program writes in the place of one name is that name's trouble. */
class EtcdForeignDataTest {
  private final Client client = Cluster.shared().client();
  private final String namespace = "foreign-" + UUID.randomUUID();
  private final Keys keys = new Keys("/holdfast", namespace);

  @AfterEach
  void close() {
    client.close();
  }

  private static <T> T answer(CompletionStage<T> asked) throws Exception {
    return asked.toCompletableFuture().get(20, TimeUnit.SECONDS);
  }

  private void put(String key, String value) throws Exception {
    var bytes = ByteSequence.from(value, StandardCharsets.UTF_8);
    client.getKVClient().put(Keys.bytes(key), bytes).get(20, TimeUnit.SECONDS);
  }

  private static Standing take(StoreSession session, String name, String attempt) throws Exception {
    return answer(
        session.acquire(
            new AcquireRequest(name, attempt, Mode.EXCLUSIVE, false, 1_000, 1_000, 1_000, 1)));
  }

  @Test
  void othersGoOn() throws Exception {
    try (StoreSession a =
        EtcdStore.of(client)
            .open(
                new ClientIdentity("a/h/1/x", namespace),
                new StoreListener() {
                  @Override
                  public void granted(
                      String name, String attempt, Standing.Holding standing, long sentAt) {}

                  @Override
                  public void recalled(String name, String attempt) {}

                  @Override
                  public void broken(String name, String attempt) {}

                  @Override
                  public void changed() {}
                })) {
      assertInstanceOf(Standing.Holding.class, take(a, "good", "a/h/1/x/1"));
      assertInstanceOf(Standing.Holding.class, take(a, "bad", "a/h/1/x/2"));
      put(keys.register("bad"), "something else");
      put(keys.names() + "%zz/", "something else");
      put(keys.register("good") + "x", "something else");
      List<Standing> kept =
          answer(
              a.keepAlive(
                  List.of(
                      new KeepAlive.Hold("bad", "a/h/1/x/2", 1_000, false),
                      new KeepAlive.Hold("good", "a/h/1/x/1", 1_000, false))));
      assertInstanceOf(Standing.Unknown.class, kept.get(0));
      assertInstanceOf(Standing.Holding.class, kept.get(1));
      assertEquals(Set.of("bad", "good"), Set.copyOf(answer(a.names(10))));
      ExecutionException unreadable =
          assertThrows(ExecutionException.class, () -> answer(a.inspect("bad")));
      StoreException said = assertInstanceOf(StoreException.class, unreadable.getCause());
      assertFalse(said.isTransient(), said.getMessage());
    }
  }

  @Test
  void othersAreForgottenAllTheSame() throws Exception {
    EtcdCoordination service =
        new EtcdCoordination("etcd", Clients.given(client), keys, 10, Duration.ofSeconds(20));
    try {
      put(keys.register("bad"), "something else");
      put(keys.register("good"), "hf1 7 0 0\n");
      NameCleanup forgetting =
          new NameCleanup(service, keys, new SessionTicker(), new WallTicker());
      assertEquals(1, answer(forgetting.forget(Long.MAX_VALUE)));
    } finally {
      service.close();
    }
  }
}
