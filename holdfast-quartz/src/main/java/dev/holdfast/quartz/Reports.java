package dev.holdfast.quartz;

import org.jspecify.annotations.Nullable;
import org.quartz.JobExecutionContext;
import org.quartz.SchedulerException;
import org.quartz.SchedulerListener;

/** Says what went wrong: in the log, and to the listeners of the scheduler. */
final class Reports {
  private static final System.Logger LOG =
      System.getLogger(HoldfastTriggerListener.class.getName());

  private Reports() {}

  static void tell(JobExecutionContext context, String what, @Nullable Throwable cause) {
    LOG.log(System.Logger.Level.WARNING, what, cause);
    SchedulerException error =
        cause == null ? new SchedulerException(what) : new SchedulerException(what, cause);
    try {
      for (SchedulerListener listener :
          context.getScheduler().getListenerManager().getSchedulerListeners()) {
        if (!(listener instanceof OtherListeners.Errors)) {
          tell(listener, what, error);
        }
      }
    } catch (SchedulerException unreachable) {
      LOG.log(System.Logger.Level.WARNING, "the scheduler has no listeners to tell", unreachable);
    }
  }

  private static void tell(SchedulerListener listener, String what, SchedulerException error) {
    try {
      listener.schedulerError(what, error);
    } catch (RuntimeException failure) {
      LOG.log(System.Logger.Level.WARNING, "a scheduler listener failed on: " + what, failure);
    }
  }
}
