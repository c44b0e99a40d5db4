package com.example.stock;

import dev.holdfast.spring.Locked;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** How many there are of each item. */
@Service
public class Stock {
  private final JdbcClient database;

  Stock(JdbcClient database) {
    this.database = database;
  }

  /**
   * Takes some; what is left. One instance at a time for each item. The lock is in Redis, and ends
   * after the commit; the fence is in the database, and refuses an instance that was paused for
   * longer than its lease and comes back after the next one.
   */
  @Locked(name = "stock:#{#item}", waitAtMost = "5s", fence = "stock:#{#item}")
  @Transactional
  public int take(String item, int count) {
    int left =
        database
                .sql("SELECT count FROM stock WHERE item = ?")
                .param(item)
                .query(Integer.class)
                .single()
            - count;
    if (left < 0) {
      throw new IllegalArgumentException("there are not " + count + " of " + item);
    }
    database.sql("UPDATE stock SET count = ? WHERE item = ?").params(left, item).update();
    return left;
  }
}
