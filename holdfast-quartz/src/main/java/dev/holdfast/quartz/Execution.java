package dev.holdfast.quartz;

import dev.holdfast.Lease;
import dev.holdfast.LeaseLostException;
import dev.holdfast.Loss;
import java.lang.ref.WeakReference;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.quartz.InterruptableJob;
import org.quartz.JobExecutionContext;
import org.quartz.UnableToInterruptJobException;

/**
 * A lease, and the run of a job under it.
 *
 * <p>Only the context of the run refers to it strongly. So a lease whose end nothing was told of
 * (Quartz drops the context then) is found to be leaked, and is lost instead of renewed.
 *
 * <p>All but the loss is told on the thread that runs the job.
 */
final class Execution {
  private final HoldfastTriggerListener listener;
  private final JobExecutionContext context;
  private final Lease lease;
  private boolean begun;
  private boolean firesAgain;
  private final AtomicBoolean told = new AtomicBoolean();
  private volatile boolean ended;

  private Execution(HoldfastTriggerListener listener, JobExecutionContext context, Lease lease) {
    this.listener = listener;
    this.context = context;
    this.lease = lease;
  }

  static Execution begin(
      HoldfastTriggerListener listener, JobExecutionContext context, Lease lease) {
    Execution execution = new Execution(listener, context, lease);
    context.put(listener, execution);
    WeakReference<Execution> reference = new WeakReference<>(execution);
    lease.onLost(
        loss -> {
          Execution running = reference.get();
          if (running != null) {
            running.lost(loss);
          }
        });
    return execution;
  }

  /** The run of a context that a listener has let begin and that has not ended; or null. */
  static @Nullable Execution of(HoldfastTriggerListener listener, JobExecutionContext context) {
    return (Execution) context.get(listener);
  }

  Lease lease() {
    return lease;
  }

  boolean isEnded() {
    return ended;
  }

  /** No trigger listener prevents the run anymore. */
  void jobBegins() {
    begun = true;
  }

  /** The job has ended, and is to run once more under the same lease. */
  void fireAgain() {
    firesAgain = true;
  }

  /** Whether the job has certainly not begun. */
  boolean isBefore() {
    return !begun;
  }

  /** Whether the job has certainly ended. */
  boolean isAfter() {
    return !firesAgain && context.getJobRunTime() >= 0;
  }

  /** The job did not begin: others may run it now. */
  void endUnused() {
    forget();
    lease.releaseUnused();
  }

  /** The job has ended. A loss that only the release sees is told, too. */
  void end() {
    forget();
    if (wasLost() && told.compareAndSet(false, true)) {
      Reports.tell(
          context,
          "the lease of "
              + HoldfastTriggerListener.job(context)
              + " was lost before the job ended, so that it may have run elsewhere meanwhile",
          null);
    }
  }

  private void forget() {
    ended = true;
    context.put(listener, null);
  }

  private boolean wasLost() {
    try {
      lease.close();
      return false;
    } catch (LeaseLostException lost) {
      return true;
    }
  }

  private void lost(Loss loss) {
    if (ended || !told.compareAndSet(false, true)) {
      return;
    }
    boolean interrupts = context.getJobInstance() instanceof InterruptableJob;
    Reports.tell(
        context,
        "the lease of "
            + HoldfastTriggerListener.job(context)
            + " was lost while the job runs ("
            + loss
            + "); "
            + (interrupts
                ? "the job is interrupted"
                : "it goes on without its lock, as it is no InterruptableJob"),
        null);
    if (context.getJobInstance() instanceof InterruptableJob job) {
      try {
        job.interrupt();
      } catch (UnableToInterruptJobException | RuntimeException failure) {
        Reports.tell(
            context,
            HoldfastTriggerListener.job(context)
                + " has lost its lease and could not be interrupted; it goes on without its lock",
            failure);
      }
    }
  }
}
