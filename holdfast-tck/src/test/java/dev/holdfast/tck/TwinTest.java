package dev.holdfast.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import dev.holdfast.spi.LockStore;
import dev.holdfast.tck.fixture.StoreFixture;
import dev.holdfast.tck.store.AcquireRules;
import dev.holdfast.tck.store.CountedEndRules;
import dev.holdfast.tck.store.CountedHoldRules;
import dev.holdfast.tck.store.CountedQueueRules;
import dev.holdfast.tck.store.DeadWaiterRules;
import dev.holdfast.tck.store.FencingRules;
import dev.holdfast.tck.store.ModeChangeRules;
import dev.holdfast.tck.store.NameRules;
import dev.holdfast.tck.store.PushRules;
import dev.holdfast.tck.store.ReduceRules;
import dev.holdfast.tck.store.ReleaseRules;
import dev.holdfast.tck.store.RenewRules;
import dev.holdfast.tck.store.ResizeRules;
import dev.holdfast.tck.store.SeveralRules;
import dev.holdfast.tck.store.SharedHoldRules;
import dev.holdfast.tck.store.SharedQueueRules;
import dev.holdfast.tck.store.SizeRules;
import dev.holdfast.tck.store.WaitingRules;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * That the rules can fail: each flawed store is convicted by the rule it breaks, and the one
 * without a flaw by none.
 */
@Isolated
class TwinTest {
  private static Flaw suspect = Flaw.NONE;

  @ParameterizedTest
  @EnumSource(Flaw.class)
  void everyFlawIsConvicted(Flaw flaw) {
    if (flaw == Flaw.NONE) {
      assertEquals(Set.of(), failuresOf(flaw, "required_"));
    } else if (failuresOf(flaw, "required_" + flaw.rule() + "_").isEmpty()) {
      fail(
          flaw
              + " is not convicted by "
              + flaw.rule()
              + ", but by "
              + failuresOf(flaw, "required_"));
    }
  }

  /** Each rule of the SPI has a flaw, so that no group of tests passes whatever the store does. */
  @ParameterizedTest
  @EnumSource(SpiRule.class)
  void everyRuleOfTheSpiConvictsAFlaw(SpiRule rule) {
    assertTrue(
        Set.of(Flaw.values()).stream().anyMatch(flaw -> flaw.rule().equals(rule.name())),
        () -> "no flaw breaks " + rule);
  }

  /** The rules that a store can break by itself, without the engine. */
  enum SpiRule {
    A1,
    A2,
    A3,
    R1,
    R2,
    R3,
    X1,
    X2,
    X3,
    F1,
    F2,
    F3,
    T1,
    W1,
    W3,
    W4,
    W5,
    W6,
    L1,
    C1,
    S1,
    S2,
    S3,
    S4,
    S6,
    N1,
    N2,
    N3,
    N4,
    N5,
    N6,
    M1,
    M2,
    M3,
    M4
  }

  /** The tests that a store with this flaw fails, among those whose name begins like this. */
  private static synchronized Set<String> failuresOf(Flaw flaw, String begin) {
    suspect = flaw;
    Set<String> failed = new TreeSet<>();
    LauncherDiscoveryRequest request =
        LauncherDiscoveryRequestBuilder.request()
            .selectors(
                Stream.of(Suspect.class.getMethods())
                    .filter(method -> method.getName().startsWith(begin))
                    .map(method -> selectMethod(Suspect.class, method))
                    .toList())
            .build();
    LauncherFactory.create()
        .execute(
            request,
            new TestExecutionListener() {
              @Override
              public void executionFinished(TestIdentifier test, TestExecutionResult result) {
                if (result.getStatus() == TestExecutionResult.Status.FAILED) {
                  failed.add(test.getDisplayName());
                }
              }
            });
    return failed;
  }

  /** The rules of the SPI on the suspect; run by the test above, not found by itself. */
  static class Suspect
      implements AcquireRules,
          NameRules,
          RenewRules,
          ReleaseRules,
          FencingRules,
          WaitingRules,
          DeadWaiterRules,
          PushRules,
          SharedHoldRules,
          SharedQueueRules,
          ModeChangeRules,
          CountedHoldRules,
          CountedEndRules,
          CountedQueueRules,
          SizeRules,
          ResizeRules,
          ReduceRules,
          SeveralRules {
    @Override
    public StoreFixture fixture() {
      AtomicLong micros =
          new AtomicLong(TimeUnit.MILLISECONDS.toMicros(System.currentTimeMillis()));
      TwinStore store = new TwinStore(suspect, micros::get);
      return new StoreFixture() {
        @Override
        public LockStore openStore() {
          return store;
        }

        @Override
        public void pass(Duration time) {
          micros.addAndGet(TimeUnit.NANOSECONDS.toMicros(time.toNanos()));
        }

        @Override
        public boolean isTimeFake() {
          return true;
        }
      };
    }
  }
}
