package dev.holdfast.quartz;

import java.lang.ref.WeakReference;
import org.jspecify.annotations.Nullable;
import org.quartz.JobExecutionContext;
import org.quartz.JobExecutionException;
import org.quartz.ListenerManager;
import org.quartz.Scheduler;
import org.quartz.SchedulerException;
import org.quartz.listeners.JobListenerSupport;
import org.quartz.listeners.SchedulerListenerSupport;

/**
 * The ends that a trigger listener is not told of. Another listener may veto the run: job listeners
 * are told. Another listener may throw: Quartz drops the run, and tells scheduler listeners of the
 * error, on the thread of the run.
 */
final class OtherListeners {
  private final HoldfastTriggerListener listener;
  private final Runs runs;
  private final Errors errors = new Errors();

  /** The run of each thread of a scheduler, the last that began. */
  @SuppressWarnings("ThreadLocalUsage") // each listener has runs of its own, and there are few
  private final ThreadLocal<@Nullable WeakReference<Execution>> ofThread = new ThreadLocal<>();

  OtherListeners(HoldfastTriggerListener listener, String name) {
    this.listener = listener;
    runs = new Runs(name + "-runs");
  }

  /** A run begins on this thread. */
  void began(Execution execution) {
    ofThread.set(new WeakReference<>(execution));
  }

  /** Adds them unless they are there. */
  void addTo(Scheduler scheduler) throws SchedulerException {
    ListenerManager manager = scheduler.getListenerManager();
    if (manager.getJobListener(runs.getName()) != runs) {
      manager.addJobListener(runs);
      manager.addSchedulerListener(errors);
    }
  }

  /** Hears of runs that another listener vetoed. */
  private final class Runs extends JobListenerSupport {
    private final String name;

    Runs(String name) {
      this.name = name;
    }

    @Override
    public String getName() {
      return name;
    }

    @Override
    public void jobToBeExecuted(JobExecutionContext context) {
      Execution execution = Execution.of(listener, context);
      if (execution != null) {
        execution.jobBegins();
      }
    }

    @Override
    public void jobExecutionVetoed(JobExecutionContext context) {
      Execution execution = Execution.of(listener, context);
      if (execution != null) {
        execution.endUnused();
      }
    }

    @Override
    public void jobWasExecuted(
        JobExecutionContext context, @Nullable JobExecutionException exception) {}
  }

  /**
   * Hears of runs that Quartz drops since another listener threw. Where the job itself may be what
   * the error comes from, nothing ends: a lease that is then dropped is lost as leaked.
   */
  final class Errors extends SchedulerListenerSupport {
    @Override
    public void schedulerError(String message, SchedulerException cause) {
      WeakReference<Execution> reference = ofThread.get();
      Execution execution = reference == null ? null : reference.get();
      if (execution == null || execution.isEnded()) {
        return;
      }
      if (execution.isBefore()) {
        execution.endUnused();
      } else if (execution.isAfter()) {
        execution.end();
      }
    }
  }
}
