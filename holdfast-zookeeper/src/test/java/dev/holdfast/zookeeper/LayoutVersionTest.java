package dev.holdfast.zookeeper;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.StoreException;
import org.junit.jupiter.api.Test;

/** Builds of Holdfast that know different layouts never use the same namespace. */
class LayoutVersionTest {
  @Test
  void aNamespaceOfAnotherLayoutIsRefused() throws Exception {
    try (Bench bench = new Bench("layout")) {
      bench
          .curator
          .create()
          .creatingParentsIfNeeded()
          .forPath(bench.layout.root(), "2".getBytes(US_ASCII));
      StoreException refused = assertThrows(StoreException.class, () -> bench.open("a"));
      assertFalse(refused.isTransient());
      assertTrue(refused.getMessage().contains("layout version 2"), refused.getMessage());
      assertTrue(refused.getMessage().contains("knows version 1"), refused.getMessage());
      assertTrue(refused.getMessage().contains(bench.layout.root()), refused.getMessage());
    }
  }

  @Test
  void aNewNamespaceSaysItsLayout() throws Exception {
    try (Bench bench = new Bench("layout")) {
      bench.open("a");
      byte[] data = bench.upToDate().getData().forPath(bench.layout.root());
      assertEquals("1", new String(data, US_ASCII));
    }
  }

  /** Builds before the check wrote nothing there. */
  @Test
  void aNamespaceThatSaysNothingHasTheFirstLayout() throws Exception {
    try (Bench bench = new Bench("layout")) {
      bench.curator.create().creatingParentsIfNeeded().forPath(bench.layout.root(), new byte[0]);
      bench.take(bench.open("a"), "n", "a/h/1/x/1");
    }
  }
}
