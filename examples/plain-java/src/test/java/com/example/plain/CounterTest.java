package com.example.plain;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.holdfast.test.TestHoldfast;
import java.nio.file.Path;
import java.util.Collections;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two clients, on a store in memory. */
class CounterTest {
  @TempDir Path folder;

  @Test
  void noneIsLost() throws Exception {
    Path file = folder.resolve("count");
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try (TestHoldfast test = TestHoldfast.create()) {
      Counter one = new Counter(test.client(), file);
      Counter other = new Counter(test.newClient("other"), file);
      Callable<Long> both =
          () -> {
            one.increment();
            return other.increment();
          };
      for (Future<Long> each : threads.invokeAll(Collections.nCopies(10, both))) {
        each.get();
      }
      assertEquals(21, one.increment());
    } finally {
      threads.shutdown();
    }
  }
}
