package dev.holdfast.spring.internal.transaction;

import org.springframework.transaction.NoTransactionException;
import org.springframework.transaction.reactive.TransactionSynchronizationManager;
import org.springframework.util.ClassUtils;
import reactor.core.publisher.Mono;

/** What is known of transactions in pipelines; where spring-tx is not there, there are none. */
public final class ReactiveTransactions {
  private static final boolean PRESENT =
      ClassUtils.isPresent(
          "org.springframework.transaction.reactive.TransactionSynchronizationManager",
          ReactiveTransactions.class.getClassLoader());

  private ReactiveTransactions() {}

  /** Whether one is active around the subscriber. */
  public static Mono<Boolean> isActive() {
    return PRESENT ? OfSpring.isActive() : Mono.just(false);
  }

  /** Loaded only where spring-tx is. */
  private static final class OfSpring {
    static Mono<Boolean> isActive() {
      return TransactionSynchronizationManager.forCurrentTransaction()
          .map(TransactionSynchronizationManager::isActualTransactionActive)
          .onErrorReturn(NoTransactionException.class, false);
    }
  }
}
