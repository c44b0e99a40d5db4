package dev.holdfast.internal.engine;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.NANOSECONDS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.HoldfastListener;
import dev.holdfast.Lease;
import dev.holdfast.LeaseLostException;
import dev.holdfast.LockOptions;
import dev.holdfast.Loss;
import dev.holdfast.internal.Client;
import dev.holdfast.internal.ClientSettings;
import dev.holdfast.memory.MemoryStore;
import dev.holdfast.spi.EngineHost;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * A lease whose time runs out while its holder is inside a call, between two looks at the clock.
 */
final class BetweenLooksTest {
  private static final LockOptions NINE = LockOptions.defaults().lease(Duration.ofSeconds(9));
  private static final long START_MICROS = 1_767_225_600_000_000L;

  private final StillHost host = new StillHost();
  private final List<Loss.Kind> told = new ArrayList<>();
  private int looks;
  private int jumpsAt;
  private long jump;
  private final Client client =
      Client.open(
          MemoryStore.create(() -> START_MICROS + NANOSECONDS.toMicros(host.nanos())),
          false,
          new ClientSettings(
              "mine",
              "",
              NINE,
              null,
              new HoldfastListener() {},
              jumpingHost(),
              false,
              Duration.ZERO));

  /** The host that stands still, but its clock jumps at one of the next looks at it. */
  private EngineHost jumpingHost() {
    return (EngineHost)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {EngineHost.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("nanos") && ++looks == jumpsAt) {
                host.advance(jump);
              }
              return method.invoke(host, arguments);
            });
  }

  private void jumpAtTheSecondLook(long millis) {
    looks = 0;
    jumpsAt = 2;
    jump = MILLISECONDS.toNanos(millis);
  }

  @Test
  void ensureTellsTheLossAndGivesTheRestBackAtOnce() throws InterruptedException {
    Lease lease = client.mutex("a").acquire();
    lease.onLost(loss -> told.add(loss.kind()));
    host.advance(MILLISECONDS.toNanos(5_000));
    jumpAtTheSecondLook(3_820); // the store knows the hold for another 180 ms
    assertThrows(LeaseLostException.class, () -> lease.ensure(Duration.ofSeconds(8)));
    assertEquals(List.of(Loss.Kind.EXPIRED), told);
    assertFalse(client.inspect("a").isHeld());
    assertTrue(client.mutex("a").tryAcquire().isPresent());
  }

  @Test
  void aMillisecondBeforeItIsRenewed() throws InterruptedException {
    Lease lease = client.mutex("a").acquire();
    lease.onLost(loss -> told.add(loss.kind()));
    host.advance(MILLISECONDS.toNanos(5_000));
    jumpAtTheSecondLook(3_819);
    lease.ensure(Duration.ofSeconds(8));
    assertEquals(Duration.ofMillis(8_820), lease.remaining());
    assertEquals(List.of(), told);
  }
}
