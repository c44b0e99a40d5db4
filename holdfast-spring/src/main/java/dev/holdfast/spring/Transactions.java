package dev.holdfast.spring;

import org.springframework.util.ClassUtils;

/** What is known of the transactions of Spring; where its module is not there, there are none. */
interface Transactions {
  /** Whether one is active on this thread. */
  boolean isActive();

  /** Whether the active one has completed, and runs what comes after it. */
  boolean isCompleted();

  /** Ends a section when the transaction on this thread has completed, and not before. */
  void endWith(Section section);

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
    public void endWith(Section section) {
      throw new IllegalStateException("there are no transactions");
    }
  }
}
