package dev.holdfast.spring.internal.transaction;

import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** The transactions of spring-tx, which may not be there. */
final class SpringTransactions implements Transactions {
  @Override
  public boolean isActive() {
    return TransactionSynchronizationManager.isActualTransactionActive();
  }

  @Override
  public boolean isCompleted() {
    return isActive() && !TransactionSynchronizationManager.isSynchronizationActive();
  }

  @Override
  public void tell(Listener listener) {
    TransactionSynchronizationManager.registerSynchronization(new Told(listener));
  }

  private record Told(Listener listener) implements TransactionSynchronization {
    @Override
    public void beforeCommit(boolean readOnly) {
      listener.beforeCommit();
    }

    @Override
    public void afterCompletion(int status) {
      listener.completed(status == STATUS_COMMITTED);
    }
  }
}
