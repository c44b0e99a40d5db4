package dev.holdfast.internal.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.StoreException;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A client that is connected by a URL owns the store that the best module makes of it. */
class ConnectTest {
  @BeforeEach
  void forget() {
    ProvidersForTests.LOG.clear();
  }

  @Test
  void theBestModuleMakesTheStoreAndTheClientClosesIt() {
    Holdfast client = Holdfast.connect("fortests:x");
    assertEquals(List.of("better made", "opened in ''"), ProvidersForTests.LOG);
    client.close();
    client.close();
    assertEquals(List.of("better made", "opened in ''", "better closed"), ProvidersForTests.LOG);
  }

  @Test
  void aClientThatIsRefusedLeavesNoStoreOpen() {
    assertThrows(StoreException.class, () -> Holdfast.connect("fortests:refused"));
    assertEquals(List.of("better made", "better closed"), ProvidersForTests.LOG);
  }

  @Test
  void theNamespaceOfTheUrlCounts() {
    Holdfast.connect("fortests:x?namespace=billing").close();
    assertEquals("opened in 'billing'", ProvidersForTests.LOG.get(1));
    Holdfast.builder("fortests:x?namespace=billing").namespace("other").build().close();
    assertEquals("opened in 'other'", ProvidersForTests.LOG.get(4));
  }

  @Test
  void aStoreThatIsNotMadeByTheClientIsNotClosedByIt() {
    String url = "memory:" + UUID.randomUUID();
    try (Holdfast one = Holdfast.connect(url);
        Holdfast two = Holdfast.connect(url);
        Holdfast alone = Holdfast.connect("memory:")) {
      Lease lease = one.mutex("a").tryAcquire().orElseThrow();
      assertTrue(two.mutex("a").tryAcquire().isEmpty(), "a store of that name is shared");
      assertTrue(alone.mutex("a").tryAcquire().isPresent());
      assertTrue(lease.isHeld());
    }
  }
}
