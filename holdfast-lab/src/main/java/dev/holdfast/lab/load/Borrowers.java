package dev.holdfast.lab.load;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Threads of an application that take each connection of a pool as soon as it gives it. */
final class Borrowers {
  /** Borrows a connection, keeps it for as long as it is told to, and gives it back. */
  interface Loan {
    void keepWhile(BooleanSupplier wanted);
  }

  private final Loan loan;
  private final int most;
  private final List<Thread> threads = new ArrayList<>();
  private volatile boolean exhausting;

  Borrowers(int most, Loan loan) {
    this.most = most;
    this.loan = loan;
  }

  synchronized void exhaust() {
    exhausting = true;
    for (int i = 0; i < most; i++) {
      Thread thread = new Thread(this::borrow, "lab-borrower-" + i);
      threads.add(thread);
      thread.start();
    }
  }

  private void borrow() {
    while (exhausting) {
      loan.keepWhile(() -> exhausting);
    }
  }

  /** Waits while a connection is wanted. */
  static void keep(BooleanSupplier wanted) {
    while (wanted.getAsBoolean()) {
      LockSupport.parkNanos(1_000_000);
    }
  }

  synchronized void relent() {
    exhausting = false;
    for (Thread thread : threads) {
      try {
        thread.join();
      } catch (InterruptedException stop) {
        Thread.currentThread().interrupt();
      }
    }
    threads.clear();
  }
}
