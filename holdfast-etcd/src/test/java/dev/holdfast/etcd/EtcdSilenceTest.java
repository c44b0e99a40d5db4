package dev.holdfast.etcd;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeout;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.Holdfast;
import dev.holdfast.LockTimeoutException;
import dev.holdfast.StoreException;
import io.etcd.jetcd.Client;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A member that falls silent under a client that is connected, by URL or given. */
@Tag("rest")
class EtcdSilenceTest {
  private static final Duration SLACK = Duration.ofSeconds(3);

  @Test
  void aCallerWaitsForItsDeadlineOrForOneRequest() throws Exception {
    try (Cluster cluster = Cluster.alone(Cluster.Version.V3_5);
        Client given = cluster.client()) {
      EtcdStore store = EtcdStore.of(given);
      try (Holdfast mine = Holdfast.builder(store).closeTimeout(Duration.ofMillis(50)).build();
          Holdfast byUrl =
              Holdfast.builder(cluster.url()).closeTimeout(Duration.ofMillis(50)).build()) {
        mine.mutex("n").acquire().close();
        byUrl.mutex("m").acquire().close();
        cluster.member(0).pause();
        for (Holdfast each : new Holdfast[] {mine, byUrl}) {
          assertTimeout(
              Duration.ofSeconds(2).plus(SLACK),
              () ->
                  assertThrows(
                      LockTimeoutException.class,
                      () -> each.mutex("waited").acquire(Duration.ofSeconds(2))));
          StoreException error =
              assertTimeout(
                  store.capabilities().requestTimeout().plus(SLACK),
                  () -> assertThrows(StoreException.class, () -> each.mutex("tried").tryAcquire()));
          assertTrue(error.getMessage().contains("etcd"), error.getMessage());
        }
        cluster.member(0).resume();
      }
    }
  }
}
