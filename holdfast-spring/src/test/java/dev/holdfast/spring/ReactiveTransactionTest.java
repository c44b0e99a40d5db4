package dev.holdfast.spring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.transaction.ReactiveTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.reactive.AbstractReactiveTransactionManager;
import org.springframework.transaction.reactive.GenericReactiveTransaction;
import org.springframework.transaction.reactive.TransactionSynchronizationManager;
import org.springframework.transaction.reactive.TransactionalOperator;
import reactor.core.publisher.Mono;

/**
 * Locks and the transactions of pipelines, over a resource that writes down what is asked of it.
 */
class ReactiveTransactionTest {
  private static final Duration SOON = Duration.ofSeconds(20);

  private final ContextForTests app = ContextForTests.of(Resource.class, Accounts.class);
  private final Accounts accounts = app.get(Accounts.class);
  private final Recorded transactions = (Recorded) app.get(ReactiveTransactionManager.class);

  @AfterEach
  void close() {
    app.close();
  }

  @Configuration(proxyBeanMethods = false)
  @EnableTransactionManagement
  static class Resource {
    @Bean
    ReactiveTransactionManager transactionManager() {
      return new Recorded();
    }
  }

  static class Accounts {
    @Locked("account")
    @Transactional
    public Mono<String> open(Mono<String> work) {
      return work;
    }

    @Locked("account")
    public Mono<String> add(Mono<String> work) {
      return work;
    }
  }

  static final class Recorded extends AbstractReactiveTransactionManager {
    private static final long serialVersionUID = 1L;

    final transient List<Runnable> onCommit = new ArrayList<>();
    final transient List<String> done = new ArrayList<>();

    private Mono<Void> does(String what) {
      return Mono.fromRunnable(
          () -> {
            done.add(what);
            if (what.equals("commit")) {
              onCommit.forEach(Runnable::run);
            }
          });
    }

    @Override
    protected Object doGetTransaction(TransactionSynchronizationManager manager) {
      return this;
    }

    @Override
    protected Mono<Void> doBegin(
        TransactionSynchronizationManager manager,
        Object transaction,
        TransactionDefinition definition) {
      return does("begin");
    }

    @Override
    protected Mono<Void> doCommit(
        TransactionSynchronizationManager manager, GenericReactiveTransaction status) {
      return does("commit");
    }

    @Override
    protected Mono<Void> doRollback(
        TransactionSynchronizationManager manager, GenericReactiveTransaction status) {
      return does("rollback");
    }
  }

  @Test
  void theTransactionIsInsideOfTheLock() {
    List<Boolean> taken = new ArrayList<>();
    transactions.onCommit.add(() -> taken.add(app.isTaken("account")));
    Mono<String> work = Mono.fromSupplier(() -> "held " + app.isTaken("account"));
    assertEquals("held true", accounts.open(work).block(SOON));
    assertEquals(List.of(true), taken);
    assertFalse(app.isTaken("account"));
    assertEquals(List.of("begin", "commit"), transactions.done);
  }

  @Test
  void anErrorRollsBackUnderTheLock() {
    Mono<String> failing = accounts.open(Mono.error(new IllegalStateException("own")));
    assertEquals("own", assertThrows(IllegalStateException.class, failing::block).getMessage());
    assertEquals(List.of("begin", "rollback"), transactions.done);
    assertFalse(app.isTaken("account"));
  }

  @Test
  void inATransactionThatGoesOnItIsRefused() {
    TransactionalOperator around = TransactionalOperator.create(transactions);
    Mono<String> inner = around.transactional(accounts.add(Mono.just("ran")));
    IllegalStateException refused = assertThrows(IllegalStateException.class, inner::block);
    assertTrue(
        refused.getMessage().contains("while a transaction is active"), refused.getMessage());
    assertFalse(refused.getMessage().contains("HOLD"), refused.getMessage());
    assertEquals(List.of("begin", "rollback"), transactions.done);
  }

  @Test
  void whatTheMethodAroundHoldsIsJoinedInItsTransaction() {
    assertEquals("ran", accounts.open(accounts.add(Mono.just("ran"))).block(SOON));
    assertEquals(List.of("begin", "commit"), transactions.done);
  }
}
