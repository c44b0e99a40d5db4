package dev.holdfast.spring.integration;

import dev.holdfast.Candidacy;
import dev.holdfast.Lease;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.integration.leader.Candidate;

/** A term of a candidate that leads. */
final class Term implements LeaseContext {
  private final Candidate candidate;
  private final Supplier<@Nullable Candidacy> candidacy;
  private final Lease lease;
  private final ReentrantLock lock = new ReentrantLock();
  private @Nullable Thread working;
  private volatile boolean over;

  /**
   * Makes one.
   *
   * @param candidacy null while it is being begun
   */
  Term(Candidate candidate, Supplier<@Nullable Candidacy> candidacy, Lease lease) {
    this.candidate = candidate;
    this.candidacy = candidacy;
    this.lease = lease;
  }

  /**
   * Tells the candidate that it leads, which may do all of the leader's work in that call: the end
   * of the term interrupts it.
   *
   * @return whether it was told; false if the term was over before that
   */
  boolean work() throws InterruptedException {
    lock.lock();
    try {
      if (over) {
        return false;
      }
      working = Thread.currentThread();
    } finally {
      lock.unlock();
    }
    try {
      lease.onLost(loss -> end());
      candidate.onGranted(this);
      return true;
    } finally {
      lock.lock();
      try {
        working = null;
        if (over) {
          Thread.interrupted(); // It was for the work, and the thread is not ours.
        }
      } finally {
        lock.unlock();
      }
    }
  }

  /** From now on it is over; interrupts the work, if it is still done. */
  void end() {
    lock.lock();
    try {
      over = true;
      if (working != null) {
        working.interrupt();
      }
    } finally {
      lock.unlock();
    }
  }

  @Override
  public boolean isLeader() {
    Candidacy mine = candidacy.get();
    return !over && lease.isHeld() && (mine == null || mine.isLeader());
  }

  @Override
  public void yield() {
    lock.lock();
    try {
      // No later term begins before this one is over, so that it is this one which is given up.
      if (!over) {
        Candidacy mine = candidacy.get();
        if (mine == null) {
          lease.release();
        } else {
          mine.resign();
        }
        end();
      }
    } finally {
      lock.unlock();
    }
  }

  @Override
  public String getRole() {
    return candidate.getRole();
  }

  @Override
  public Lease lease() {
    return lease;
  }

  @Override
  public String toString() {
    return "LeaseContext[role="
        + candidate.getRole()
        + ", id="
        + candidate.getId()
        + ", token="
        + lease.token()
        + ", isLeader="
        + isLeader()
        + "]";
  }
}
