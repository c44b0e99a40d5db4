package dev.holdfast.shop;

import dev.holdfast.Lease;
import dev.holdfast.spring.CurrentLease;
import dev.holdfast.spring.Locked;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** A number in the database of the application, which is read, and written anew. */
@RestController
@ConditionalOnClass(JdbcTemplate.class)
class Ledger {
  private final Book book;

  Ledger(Book book) {
    this.book = book;
  }

  @GetMapping("/increment")
  String increment() {
    AtomicBoolean heldAfterCommit = new AtomicBoolean();
    int number = book.increment(heldAfterCommit);
    return number + " held after the commit: " + heldAfterCommit;
  }

  /** The database alone would lose updates: it is the lock that orders them. */
  @Component
  @ConditionalOnClass(JdbcTemplate.class)
  static class Book {
    private final JdbcTemplate database;

    Book(JdbcTemplate database) {
      this.database = database;
    }

    @Locked(name = "ledger", waitAtMost = "30s")
    @Transactional
    public int increment(AtomicBoolean heldAfterCommit) {
      database.execute("CREATE TABLE IF NOT EXISTS ledger (number INT)");
      List<Integer> found = database.queryForList("SELECT number FROM ledger", Integer.class);
      int number = found.isEmpty() ? 1 : found.get(0) + 1;
      database.update(
          found.isEmpty() ? "INSERT INTO ledger VALUES (?)" : "UPDATE ledger SET number = ?",
          number);
      Lease lease = CurrentLease.get();
      TransactionSynchronizationManager.registerSynchronization(
          new TransactionSynchronization() {
            @Override
            public void afterCommit() {
              heldAfterCommit.set(lease.isHeld());
            }
          });
      return number;
    }
  }
}
