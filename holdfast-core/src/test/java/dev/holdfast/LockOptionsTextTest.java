package dev.holdfast;

import static java.time.Duration.ofMinutes;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Options as a configuration file has them. */
class LockOptionsTextTest {
  private static final LockOptions NONE = LockOptions.defaults();

  private static final LockOptions ALL =
      NONE.lease(Duration.ofSeconds(40))
          .margin(Duration.ofSeconds(1))
          .renew(false)
          .maxHold(Duration.ofHours(2))
          .holdAtLeast(Duration.ofMinutes(3))
          .lockDelay(Duration.ofSeconds(4))
          .lendingBudget(5, Duration.ofMillis(600))
          .linger(Duration.ofSeconds(7))
          .pollInterval(Duration.ofMillis(80))
          .patience(Duration.ofDays(1))
          .acknowledgedBy(9, Duration.ofMillis(250))
          .failOnSelfWait(true);

  @Test
  void eachOptionHasTheNameOfItsMethod() {
    assertEquals(
        ALL,
        LockOptions.parse(
            "acknowledgedBy=9/250ms, margin=1s, lease=40s, renew=false, maxHold=2h, holdAtLeast=3m,"
                + " lockDelay=4s, lendingBudget=5/600ms, linger=7s, pollInterval=80ms,"
                + " patience=1d, failOnSelfWait=true"));
  }

  @Test
  void noOptionIsForgotten() {
    for (Method method : LockOptions.class.getMethods()) {
      if (method.getReturnType() == LockOptions.class
          && !Modifier.isStatic(method.getModifiers())) {
        assertTrue(ALL.toString().contains(method.getName() + "="), method::toString);
      }
    }
  }

  @Test
  void whatIsPrintedIsUnderstood() {
    assertEquals(ALL, LockOptions.parse(ALL.toString()));
    assertEquals(NONE, LockOptions.parse(NONE.toString()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "  ", "LockOptions[]"})
  void whatIsNotSaidHasItsDefault(String text) {
    assertEquals(NONE, LockOptions.parse(text));
  }

  @Test
  void spacesAndIsoDurationsAreFine() {
    assertEquals(
        NONE.lease(Duration.ofSeconds(90)).holdAtLeast(Duration.ZERO).maxHold(ofMinutes(90)),
        LockOptions.parse("  lease = PT1M30S ,holdAtLeast= 0 ,maxHold=1h30m"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "leese=10s              | 'leese' is no option; there are lease, margin",
        "lease=10s,             | '' is no option",
        "lease                  | lease has no value",
        "lease=1s, lease=2s     | lease is said twice",
        "lease=                 | lease: '' is no time; write 250ms",
        "lease=10               | lease: '10' is no time",
        "lease=-10s             | lease: '-10s' is no time",
        "lease=1.5              | lease: '1.5' is no time",
        "lease=9999999999s      | to 8760 h, but it is more than 876000 h",
        "lease=0                | lease: lease should be from 1 ms to ",
        "margin=20s             | margin: margin should be from 1 ms to 15 s",
        "renew=yes              | renew: 'yes' is neither true nor false",
        "lendingBudget=10ms     | lendingBudget: '10ms' should be a number and a time",
        "lendingBudget=/10ms    | should be a number and a time",
        "acknowledgedBy=1/2x    | acknowledgedBy: '2x' is no time",
        "acknowledgedBy=200/1s  | acknowledgedBy: replicas should be 0 to 100",
      })
  void whatIsWrongIsNamed(String text, String said) {
    IllegalArgumentException refused =
        assertThrows(IllegalArgumentException.class, () -> LockOptions.parse(text));
    String message = String.valueOf(refused.getMessage());
    assertTrue(message.startsWith("'" + text + "': ") && message.contains(said), message);
  }
}
