package com.example.stock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.holdfast.spring.boot.test.AutoConfigureHoldfast;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Without Redis and without PostgreSQL: locks in memory, the stock and its fence in H2. */
@SpringBootTest
@AutoConfigureHoldfast
class StockTest {
  private static final int THREADS = 8;

  @Autowired Stock stock;
  @Autowired JdbcClient database;

  @Test
  void eachIsTakenOnce() throws Exception {
    database.sql("INSERT INTO stock VALUES ('lamp', 8)").update();
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try {
      Callable<Integer> one = () -> stock.take("lamp", 1);
      List<Integer> left = new ArrayList<>();
      for (Future<Integer> each : threads.invokeAll(java.util.Collections.nCopies(THREADS, one))) {
        left.add(each.get());
      }
      assertEquals(List.of(0, 1, 2, 3, 4, 5, 6, 7), left.stream().sorted().toList());
    } finally {
      threads.shutdown();
    }
    assertThrows(IllegalArgumentException.class, () -> stock.take("lamp", 1));
  }
}
