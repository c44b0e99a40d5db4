package dev.holdfast.tck.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import dev.holdfast.spi.LockStore;
import dev.holdfast.tck.Flaw;
import dev.holdfast.tck.TwinStore;
import dev.holdfast.tck.fixture.Rig;
import dev.holdfast.tck.fixture.RuleGroup;
import dev.holdfast.tck.fixture.StoreFixture;
import dev.holdfast.tck.internal.Until;
import dev.holdfast.tck.internal.clients.SpiClient;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;

/** That a rule is played again where the machine was too slow for it, and nowhere else. */
@Isolated
class SlowMachineTest {
  private static final AtomicInteger PLAYED = new AtomicInteger();

  @BeforeEach
  void playNothingYet() {
    PLAYED.set(0);
  }

  @Test
  void whatFailsLateIsPlayedAgain() {
    assertTrue(passes(TooSlow.class, "failsTwice"));
    assertEquals(3, PLAYED.get());
  }

  @Test
  void butNotForEver() {
    assertEquals(false, passes(TooSlow.class, "failsAlways"));
    assertEquals(4, PLAYED.get());
  }

  @Test
  void whatFailsInTimeFails() {
    assertEquals(false, passes(QuickEnough.class, "failsTwice"));
    assertEquals(1, PLAYED.get());
  }

  @Test
  void whatUsesNoShortLeaseFails() {
    assertEquals(false, passes(TooSlow.class, "failsWithoutALease"));
    assertEquals(1, PLAYED.get());
  }

  @Test
  void whatWaitsInVainFails() {
    assertEquals(false, passes(TooSlow.class, "waitsInVain"));
    assertEquals(1, PLAYED.get());
  }

  /** As a store does that does not answer. */
  @Test
  void whatHasNoAnswerFails() {
    assertEquals(false, passes(TooSlow.class, "hasNoAnswer"));
    assertEquals(1, PLAYED.get());
  }

  /** Whether the rule passes, where a short lease is over at once, or is not over for long. */
  private static boolean passes(Class<?> where, String rule) {
    SummaryGeneratingListener listener = new SummaryGeneratingListener();
    LauncherFactory.create()
        .execute(
            LauncherDiscoveryRequestBuilder.request()
                .selectors(selectMethod(where, rule, Rig.class))
                .build(),
            listener);
    assertEquals(1, listener.getSummary().getTestsStartedCount());
    return listener.getSummary().getTestsSucceededCount() == 1;
  }

  /** Rules that fail; run by the tests above, not found by themselves. */
  interface Rules extends RuleGroup {
    @Test
    default void failsTwice(Rig rig) {
      long millis = rig.shortMillis();
      rig.passShortLease();
      assertEquals(3, PLAYED.incrementAndGet(), () -> "with " + millis + " ms");
    }

    @Test
    default void failsAlways(Rig rig) {
      long millis = rig.shortMillis();
      assertEquals(0, PLAYED.incrementAndGet(), () -> "with " + millis + " ms");
    }

    @Test
    default void failsWithoutALease(Rig rig) {
      assertEquals(0, PLAYED.incrementAndGet(), rig::namespace);
    }

    @Test
    default void hasNoAnswer(Rig rig) {
      long millis = rig.shortMillis();
      PLAYED.incrementAndGet();
      SpiClient.answer(
          CompletableFuture.failedFuture(new IllegalStateException("with " + millis + " ms")));
    }

    @Test
    default void waitsInVain(Rig rig) {
      long millis = rig.shortMillis();
      PLAYED.incrementAndGet();
      Until.met(Duration.ZERO, "what never comes, with " + millis + " ms", () -> false);
    }
  }

  /** A fixture with this short lease, of a store that nothing is asked of. */
  private static StoreFixture fixture(Duration shortLease) {
    return new StoreFixture() {
      @Override
      public LockStore openStore() {
        return new TwinStore(Flaw.NONE, () -> 1);
      }

      @Override
      public Duration shortLease() {
        return shortLease;
      }

      @Override
      public void pass(Duration time) {}
    };
  }

  static class TooSlow implements Rules {
    @Override
    public StoreFixture fixture() {
      return SlowMachineTest.fixture(Duration.ZERO);
    }
  }

  static class QuickEnough implements Rules {
    @Override
    public StoreFixture fixture() {
      return SlowMachineTest.fixture(Duration.ofHours(1));
    }
  }
}
