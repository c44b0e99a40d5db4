package dev.holdfast.spring.internal.transaction;

import org.springframework.util.ClassUtils;

/** What is known of the transactions of Spring; where its module is not there, there are none. */
public interface Transactions {
  /** Whether one is active on this thread. */
  boolean isActive();

  /** Whether the active one has completed, and runs what comes after it. */
  boolean isCompleted();

  /** Is told of the transaction on this thread. */
  interface Listener {
    /** It is about to commit; what this throws rolls it back. */
    void beforeCommit();

    /** It has ended. */
    void completed(boolean committed);
  }

  /** Tells of the transaction on this thread. */
  void tell(Listener listener);

  static Transactions present() {
    return ClassUtils.isPresent(
            "org.springframework.transaction.support.TransactionSynchronizationManager",
            Transactions.class.getClassLoader())
        ? new SpringTransactions()
        : new NoTransactions();
  }

  /** An application without transactions. */
  final class NoTransactions implements Transactions {
    @Override
    public boolean isActive() {
      return false;
    }

    @Override
    public boolean isCompleted() {
      return false;
    }

    @Override
    public void tell(Listener listener) {
      throw new IllegalStateException("there are no transactions");
    }
  }
}
