package dev.holdfast.cli.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.cli.output.CliException;
import dev.holdfast.cli.output.ExitCodes;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class StoreVariableTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "redis://:secret@cache:6379",
        "redis://secret@cache",
        "rediss://cache?truststore=/t&truststorePassword=secret",
        "etcd://me:secret@one:2379,two:2379",
        "zookeeper://me:se/cret@one",
        "jdbc:postgresql://db/locks?user=me&password=secret",
        "jdbc:mariadb://me:secret@db/locks",
        "secret"
      })
  void aPasswordIsTakenOut(String url) {
    Map<String, String> environment = new HashMap<>(Map.of("HOLDFAST_STORE", url, "HOME", "/"));
    StoreVariable.withhold(environment);
    assertEquals(Map.of("HOLDFAST_STORE_WITHHELD", "1", "HOME", "/"), environment);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "redis://cache:6379/1?namespace=a",
        "sqlite:/var/lib/a@b/locks.db",
        "etcd://one:2379,two:2379",
        "jdbc:postgresql://db/locks?user=me",
        "memory:"
      })
  void whatHasNoPasswordStays(String url) {
    assertFalse(StoreVariable.mayHavePassword(url));
    Map<String, String> environment = new HashMap<>(Map.of("HOLDFAST_STORE", url));
    StoreVariable.withhold(environment);
    assertEquals(Map.of("HOLDFAST_STORE", url), environment);
  }

  @Test
  void aHoldfastInTheCommandDoesNotTakeAnotherStoreInSilence() {
    CliException failure =
        assertThrows(
            CliException.class, () -> StoreVariable.in(Map.of("HOLDFAST_STORE_WITHHELD", "1")));
    assertEquals(ExitCodes.USAGE, failure.code());
    assertTrue(failure.sentence().contains("--pass-store"), failure.sentence());
    assertEquals(
        Optional.of("memory:"),
        StoreVariable.in(Map.of("HOLDFAST_STORE", "memory:", "HOLDFAST_STORE_WITHHELD", "1")));
    assertEquals(Optional.empty(), StoreVariable.in(Map.of("HOLDFAST_STORE", " ")));
  }
}
