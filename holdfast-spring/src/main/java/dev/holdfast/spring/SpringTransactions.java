package dev.holdfast.spring;

import dev.holdfast.LeaseLostException;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** The transactions of spring-tx, which may not be there. */
final class SpringTransactions implements Transactions {
  private static final System.Logger LOG = System.getLogger(SpringTransactions.class.getName());

  @Override
  public boolean isActive() {
    return TransactionSynchronizationManager.isActualTransactionActive();
  }

  @Override
  public boolean isCompleted() {
    return isActive() && !TransactionSynchronizationManager.isSynchronizationActive();
  }

  @Override
  public void endWith(Section section) {
    TransactionSynchronizationManager.registerSynchronization(new End(section));
  }

  /** What a transaction tells: before it commits, and when it has completed. */
  private record End(Section section) implements TransactionSynchronization {
    @Override
    public void beforeCommit(boolean readOnly) {
      section.held().failUnlessHeld(); // which rolls it back
    }

    @Override
    public void afterCompletion(int status) {
      Sections.leave(section);
      try {
        section.held().close();
      } catch (LeaseLostException lost) {
        LOG.log(
            System.Logger.Level.WARNING,
            "a transaction that held this lease "
                + (status == STATUS_COMMITTED ? "has committed" : "has not committed")
                + ", and another holder may have been there meanwhile",
            lost);
      }
    }
  }
}
