package dev.holdfast.quartz;

import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.LockOptions;
import java.time.Duration;
import java.util.Date;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.quartz.JobExecutionContext;
import org.quartz.JobKey;
import org.quartz.SchedulerException;
import org.quartz.Trigger;
import org.quartz.Trigger.CompletedExecutionInstruction;
import org.quartz.TriggerKey;
import org.quartz.TriggerListener;
import org.quartz.utils.Key;

/**
 * Of several schedulers that fire a job at the same time, one runs it: a trigger listener that
 * vetoes the execution where the job's lock is not free. Each scheduler has the same jobs and
 * triggers in a job store of its own ({@code RAMJobStore}); no tables are needed.
 *
 * <pre>{@code
 * scheduler.getListenerManager().addTriggerListener(
 *     HoldfastTriggerListener.builder(holdfast, Duration.ofSeconds(20)).build());
 * }</pre>
 *
 * <p>Nothing waits. A fire time runs at most once over all schedulers, as long as their clocks are
 * less than half of {@code holdAtLeast} apart: the name stays taken for that long from the
 * beginning of the run on, however soon the job ends, and a scheduler that is later than half of it
 * does not run the job at all. It is required, since no value fits all jobs: more than twice as
 * long as clocks are apart, shorter than the time between two fire times. While a job still runs,
 * its next fire times are vetoed on all schedulers.
 *
 * <p><b>Trouble with the store</b>: the job does not run. It is logged, and the scheduler's {@link
 * org.quartz.SchedulerListener}s are told by {@code schedulerError}; so is a lost lease, and a fire
 * that was too late.
 *
 * <p><b>A lease that is lost while the job runs</b>: an {@link org.quartz.InterruptableJob} is
 * interrupted. Another job goes on, and may overlap with the next run on another scheduler; it can
 * ask {@link #lease}. The listener throws nothing at the end of such a run, because Quartz would
 * then keep the trigger from firing again.
 *
 * <p>The lease ends with the run, also if the job throws, if another listener vetoes the run or
 * throws, or if the scheduler shuts down meanwhile. A run that a listener prevented frees the name
 * at once. A job that asks to be fired again immediately ({@code refireImmediately}) keeps its
 * lease for that. To learn of all ends, the listener adds a job listener and a scheduler listener
 * to the scheduler when it is called first.
 *
 * <p>Shut the schedulers down before the client is closed: {@code shutdown(true)}, so that jobs end
 * under their locks.
 *
 * <p>Thread-safe; one may be added to several schedulers. To lock some jobs and not others, add it
 * with a matcher. Schedulers that are different applications need clients with different
 * namespaces, or names of their own ({@link Builder#lockName}).
 */
public final class HoldfastTriggerListener implements TriggerListener {
  /** Where a run has its lease. */
  private static final String LEASE = "dev.holdfast.quartz.lease";

  private final Holdfast client;
  private final String name;
  private final LockOptions options;
  private final Duration latest;
  private final Function<? super JobExecutionContext, String> lockName;
  private final OtherListeners others;

  private HoldfastTriggerListener(Builder builder) {
    client = builder.client;
    name = builder.name;
    options =
        (builder.options == null ? builder.client.mutex("any").options() : builder.options)
            .holdAtLeast(builder.holdAtLeast);
    latest = builder.holdAtLeast.dividedBy(2);
    lockName = builder.lockName;
    others = new OtherListeners(this, name);
  }

  /**
   * A listener for jobs whose names are taken from this client.
   *
   * @param holdAtLeast how long the name of a job stays taken from the beginning of its run on,
   *     however soon it ends: more than zero, at most 365 days
   * @throws IllegalArgumentException if it is not
   */
  public static Builder builder(Holdfast client, Duration holdAtLeast) {
    return new Builder(client, holdAtLeast);
  }

  /**
   * The lease under which a job runs: to ask whether it is still held, or for the token that its
   * writes carry.
   *
   * @param context the one that the job was given
   * @return empty if the run has no lock of a {@code HoldfastTriggerListener}
   */
  public static Optional<Lease> lease(JobExecutionContext context) {
    return Optional.ofNullable((Lease) context.get(LEASE));
  }

  /** The name of this listener, {@code holdfast} unless the builder was told another. */
  @Override
  public String getName() {
    return name;
  }

  /** Does nothing: the lock is tried where it can be vetoed. */
  @Override
  public void triggerFired(Trigger trigger, JobExecutionContext context) {}

  /** Does nothing: a trigger that missed its time has no lock. */
  @Override
  public void triggerMisfired(Trigger trigger) {}

  /**
   * Tries the lock of the job. Never throws for trouble with the store.
   *
   * @return whether the job must not run: its lock was not free, or is not known to be taken by
   *     this call
   */
  @Override
  public boolean vetoJobExecution(Trigger trigger, JobExecutionContext context) {
    Execution again = Execution.of(this, context);
    if (again != null) {
      return !goesOn(again, context);
    }
    try {
      others.addTo(context.getScheduler());
      return !begins(context);
    } catch (RuntimeException | SchedulerException trouble) {
      Reports.tell(
          context,
          "asked for the lock of "
              + job(context)
              + ", but it is not known whether it was granted; the job does not run",
          trouble);
      return true;
    }
  }

  private boolean begins(JobExecutionContext context) {
    Optional<Lease> taken = client.mutex(lockName.apply(context), options).tryAcquire();
    if (taken.isEmpty()) {
      return false;
    }
    Lease lease = taken.get();
    Duration late = late(context);
    if (late.compareTo(latest) > 0) {
      lease.releaseUnused();
      Reports.tell(
          context,
          "the fire time of "
              + job(context)
              + " was "
              + late
              + " ago, more than half of holdAtLeast, so that another scheduler may have run it;"
              + " the job does not run",
          null);
      return false;
    }
    context.put(LEASE, lease);
    others.began(Execution.begin(this, context, lease));
    return true;
  }

  /** Whether a job that is to be fired again immediately still has its lock. */
  private static boolean goesOn(Execution execution, JobExecutionContext context) {
    if (execution.lease().isHeld()) {
      return true;
    }
    execution.end();
    Reports.tell(context, "the lease of " + job(context) + " is lost; it is not fired again", null);
    return false;
  }

  private static Duration late(JobExecutionContext context) {
    Date due = context.getScheduledFireTime();
    return due == null ? Duration.ZERO : DateTicker.since(due);
  }

  /** Gives the lock back, unless the job is to be fired again immediately. */
  @Override
  public void triggerComplete(
      Trigger trigger,
      JobExecutionContext context,
      CompletedExecutionInstruction triggerInstructionCode) {
    Execution execution = Execution.of(this, context);
    if (execution == null) {
      return;
    }
    if (triggerInstructionCode == CompletedExecutionInstruction.RE_EXECUTE_JOB) {
      execution.fireAgain();
    } else {
      execution.end();
    }
  }

  static String job(JobExecutionContext context) {
    return "job '" + context.getJobDetail().getKey() + "'";
  }

  /** Makes a {@link HoldfastTriggerListener}. Not thread-safe. */
  public static final class Builder {
    private final Holdfast client;
    private final Duration holdAtLeast;
    private String name = "holdfast";
    private @Nullable LockOptions options;
    private Function<? super JobExecutionContext, String> lockName =
        context -> nameOf(context.getJobDetail().getKey());

    private Builder(Holdfast client, Duration holdAtLeast) {
      this.client = Objects.requireNonNull(client, "client");
      Objects.requireNonNull(holdAtLeast, "holdAtLeast");
      if (holdAtLeast.isNegative() || holdAtLeast.isZero()) {
        throw new IllegalArgumentException(
            "holdAtLeast should be more than nothing, but it is "
                + holdAtLeast
                + ": with nothing, schedulers whose clocks are apart run one fire time twice");
      }
      this.holdAtLeast = LockOptions.defaults().holdAtLeast(holdAtLeast).holdAtLeast();
    }

    /** The listener's name in its scheduler; {@code holdfast}. */
    public Builder name(String listenerName) {
      name = Objects.requireNonNull(listenerName, "listenerName");
      return this;
    }

    /** How locks are held, but for {@code holdAtLeast}; as the client says. */
    public Builder options(LockOptions lockOptions) {
      options = Objects.requireNonNull(lockOptions, "lockOptions");
      return this;
    }

    /**
     * What is locked for a run. Unless set, {@code quartz/<group>/<name>} of the job, so that all
     * triggers of a job exclude each other. What the function throws keeps the job from running.
     */
    public Builder lockName(Function<? super JobExecutionContext, String> function) {
      lockName = Objects.requireNonNull(function, "function");
      return this;
    }

    /**
     * Locks by trigger, {@code quartz-trigger/<group>/<name>}: two triggers of a job may run it at
     * the same time. Triggers that Quartz names itself ({@code scheduler.triggerJob}) have another
     * name on each scheduler, and exclude none.
     */
    public Builder lockByTrigger() {
      return lockName(context -> nameOf(context.getTrigger().getKey()));
    }

    /** The listener. */
    public HoldfastTriggerListener build() {
      return new HoldfastTriggerListener(this);
    }

    private static String nameOf(JobKey key) {
      return "quartz/" + path(key);
    }

    private static String nameOf(TriggerKey key) {
      return "quartz-trigger/" + path(key);
    }

    /** No two keys have the same: a group has no slash in it. */
    private static String path(Key<?> key) {
      return key.getGroup().replace("%", "%25").replace("/", "%2F") + "/" + key.getName();
    }
  }
}
