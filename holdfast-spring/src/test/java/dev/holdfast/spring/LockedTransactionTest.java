package dev.holdfast.spring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.LeaseLostException;
import dev.holdfast.StaleTokenException;
import dev.holdfast.jdbc.Fence;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;
import org.sqlite.SQLiteDataSource;

/** Locks and transactions, on a database in a file. */
class LockedTransactionTest {
  @TempDir Path folder;
  private ContextForTests app;
  private Accounts accounts;
  private TransactionTemplate transaction;
  private JdbcTemplate sql;

  @BeforeEach
  void start() {
    app =
        ContextForTests.with(
            Map.of("file", folder.resolve("accounts.db").toString()),
            Database.class,
            Accounts.class);
    accounts = app.get(Accounts.class);
    transaction = new TransactionTemplate(app.get(PlatformTransactionManager.class));
    sql = new JdbcTemplate(app.get(DataSource.class));
    sql.execute("CREATE TABLE account (name TEXT, balance INTEGER)");
  }

  @AfterEach
  void close() {
    app.close();
  }

  @Configuration(proxyBeanMethods = false)
  @EnableTransactionManagement
  static class Database {
    @Bean
    DataSource dataSource(@Value("${file}") String file) {
      SQLiteDataSource source = new SQLiteDataSource();
      source.setUrl("jdbc:sqlite:" + file);
      return source;
    }

    @Bean
    PlatformTransactionManager transactionManager(DataSource source) {
      return new DataSourceTransactionManager(source);
    }
  }

  static class Accounts {
    private final JdbcTemplate sql;

    Accounts(DataSource source) {
      this.sql = new JdbcTemplate(source);
    }

    @Locked("account:#{#name}")
    @Transactional
    public void open(String name, Runnable work) {
      sql.update("INSERT INTO account VALUES (?, 0)", name);
      work.run();
    }

    @Locked("account:#{#name}")
    public void around(String name, Runnable work) {
      work.run();
    }

    @Locked(
        name = "account:#{#name}",
        activeTransaction = Locked.ActiveTransaction.HOLD,
        waitAtMost = "0")
    public void add(String name, Runnable work) {
      sql.update("INSERT INTO account VALUES (?, 1)", name);
      work.run();
    }

    @Locked(name = "account:#{#name}", fence = "account:#{#name}")
    @Transactional
    public void guarded(String name, Runnable work) {
      sql.update("INSERT INTO account VALUES (?, 2)", name);
      work.run();
    }
  }

  private int count() {
    Integer count = sql.queryForObject("SELECT count(*) FROM account", Integer.class);
    return count == null ? -1 : count;
  }

  @Test
  void theTransactionIsInsideOfTheLock() {
    accounts.open(
        "a",
        () -> {
          assertTrue(app.isTaken("account:a"));
          TransactionSynchronizationManager.registerSynchronization(
              new TransactionSynchronization() {
                @Override
                public void afterCommit() {
                  assertTrue(app.isTaken("account:a"));
                }
              });
        });
    assertFalse(app.isTaken("account:a"));
    assertEquals(1, count());
  }

  @Test
  void anActiveTransactionIsRefused() {
    IllegalStateException refused =
        assertThrows(
            IllegalStateException.class,
            () -> transaction.executeWithoutResult(t -> accounts.open("a", () -> {})));
    assertTrue(refused.getMessage().contains("while a transaction is active"));
    assertEquals(0, count());
    assertFalse(app.isTaken("account:a"));
  }

  @Test
  void anActiveTransactionKeepsTheLock() {
    transaction.executeWithoutResult(
        t -> {
          accounts.add("a", () -> assertTrue(CurrentLease.get().isHeld()));
          assertTrue(CurrentLease.find().isEmpty());
          assertTrue(app.isTaken("account:a"));
          accounts.add("a", () -> assertTrue(CurrentLease.get().isHeld())); // which it holds
          assertTrue(app.isTaken("account:a"));
        });
    assertFalse(app.isTaken("account:a"));
    assertEquals(2, count());
    accounts.add("a", () -> assertTrue(app.isTaken("account:a"))); // without a transaction
    assertFalse(app.isTaken("account:a"));
  }

  @Test
  void anActiveTransactionThatIsRolledBackReleases() {
    transaction.executeWithoutResult(
        t -> {
          accounts.add("a", () -> {});
          t.setRollbackOnly();
        });
    assertFalse(app.isTaken("account:a"));
    assertEquals(0, count());
  }

  @Test
  void whatComesAfterTheCommitIsToldSo() {
    List<RuntimeException> refused = new ArrayList<>();
    transaction.executeWithoutResult(
        t ->
            TransactionSynchronizationManager.registerSynchronization(
                new TransactionSynchronization() {
                  @Override
                  public void afterCompletion(int status) {
                    refused.add(
                        assertThrows(
                            IllegalStateException.class, () -> accounts.open("a", () -> {})));
                  }
                }));
    assertTrue(
        refused.get(0).getMessage().contains("a transaction has completed"),
        refused.get(0).getMessage());
  }

  @Test
  void theTableOfFencesIsMadeBeforeAMethodThatJoins() {
    accounts.around("a", () -> accounts.guarded("a", () -> {}));
    assertEquals(1, count());
  }

  @Test
  void anEarlyReleaseRollsBack() {
    IllegalStateException refused =
        assertThrows(
            IllegalStateException.class,
            () ->
                transaction.executeWithoutResult(
                    t -> accounts.add("a", () -> CurrentLease.get().release())));
    assertTrue(refused.getMessage().contains("was released"), refused.getMessage());
    assertEquals(0, count());
  }

  @Test
  void aLossBeforeTheCommitRollsBack() {
    assertThrows(
        LeaseLostException.class,
        () ->
            transaction.executeWithoutResult(
                t -> {
                  accounts.add("a", () -> {});
                  assertTrue(app.other.breakHold("account:a"));
                }));
    assertEquals(0, count());
  }

  @Test
  void aHolderThatWasOvertakenChangesNothing() throws Exception {
    long[] token = new long[1];
    accounts.guarded("a", () -> token[0] = CurrentLease.get().token());
    assertEquals(1, count());
    try (Connection newer = app.get(DataSource.class).getConnection()) {
      newer.setAutoCommit(false);
      Fence.check(newer, "account:a", token[0] + 1_000_000_000_000L);
      newer.commit();
    }
    assertThrows(
        StaleTokenException.class,
        () ->
            accounts.guarded(
                "a",
                () -> {
                  throw new AssertionError("ran");
                }));
    assertEquals(1, count());
    assertFalse(app.isTaken("account:a"));
  }

  @Configuration(proxyBeanMethods = false)
  @EnableTransactionManagement(order = 0)
  static class OutsideTransactions {
    @Bean
    DataSource dataSource(@Value("${file}") String file) {
      return new Database().dataSource(file);
    }

    @Bean
    PlatformTransactionManager transactionManager(DataSource source) {
      return new DataSourceTransactionManager(source);
    }
  }

  @Test
  void aTransactionOutsideOfTheLockFailsTheStart() {
    LockedMethodException refused =
        assertThrows(
            LockedMethodException.class,
            () ->
                ContextForTests.with(
                        Map.of("file", folder.resolve("other.db").toString()),
                        OutsideTransactions.class,
                        Accounts.class)
                    .close());
    assertTrue(
        refused.getMessage().contains("would begin before the lock is acquired"),
        refused.getMessage());
  }
}
