package dev.holdfast.quartz;

import static org.awaitility.Awaitility.await;

import dev.holdfast.Lease;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Properties;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.quartz.Job;
import org.quartz.JobBuilder;
import org.quartz.JobExecutionContext;
import org.quartz.JobExecutionException;
import org.quartz.JobKey;
import org.quartz.Scheduler;
import org.quartz.SchedulerException;
import org.quartz.TriggerBuilder;
import org.quartz.impl.StdSchedulerFactory;
import org.quartz.listeners.JobListenerSupport;
import org.quartz.listeners.SchedulerListenerSupport;

/** A scheduler with its jobs in memory, and what became of them. */
final class Node {
  private static final AtomicInteger NUMBER = new AtomicInteger();

  private final Scheduler scheduler;
  private @Nullable HoldfastTriggerListener listener;
  private final List<String> ran = Collections.synchronizedList(new ArrayList<>());
  private final List<String> vetoed = Collections.synchronizedList(new ArrayList<>());
  private final List<String> ended = Collections.synchronizedList(new ArrayList<>());
  private final List<String> told = Collections.synchronizedList(new ArrayList<>());
  private final BlockingQueue<Lease> running = new LinkedBlockingQueue<>();
  private final CountDownLatch end = new CountDownLatch(1);

  private Node(Scheduler scheduler) {
    this.scheduler = scheduler;
  }

  static Node start(@Nullable HoldfastTriggerListener listener) throws SchedulerException {
    Properties properties = new Properties();
    properties.setProperty("org.quartz.scheduler.instanceName", "node" + NUMBER.incrementAndGet());
    properties.setProperty("org.quartz.scheduler.skipUpdateCheck", "true");
    properties.setProperty("org.quartz.threadPool.threadCount", "3");
    Node node = new Node(new StdSchedulerFactory(properties).getScheduler());
    node.scheduler.getContext().put("node", node);
    node.scheduler.getListenerManager().addJobListener(node.new Jobs());
    node.scheduler.getListenerManager().addSchedulerListener(node.new Errors());
    if (listener != null) {
      node.add(listener);
    }
    node.scheduler.start();
    return node;
  }

  static Node of(JobExecutionContext context) {
    try {
      return (Node) context.getScheduler().getContext().get("node");
    } catch (SchedulerException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  void add(HoldfastTriggerListener added) throws SchedulerException {
    listener = added;
    scheduler.getListenerManager().addTriggerListener(added);
  }

  Scheduler scheduler() {
    return scheduler;
  }

  HoldfastTriggerListener listener() {
    return Objects.requireNonNull(listener);
  }

  /** Fires now, once. */
  void schedule(String name, Class<? extends Job> type) throws SchedulerException {
    schedule(new JobKey(name), type);
  }

  void schedule(JobKey key, Class<? extends Job> type) throws SchedulerException {
    scheduler.scheduleJob(
        JobBuilder.newJob(type).withIdentity(key).storeDurably().build(),
        TriggerBuilder.newTrigger().withIdentity(key.getName(), key.getGroup()).build());
  }

  void fire(String name) throws SchedulerException {
    scheduler.triggerJob(new JobKey(name));
  }

  void running(Lease lease) {
    running.add(lease);
  }

  Lease awaitRunning() throws InterruptedException {
    return Objects.requireNonNull(running.poll(20, TimeUnit.SECONDS), "no job runs");
  }

  void letEnd() {
    end.countDown();
  }

  /** So many runs have ended or were vetoed. */
  void awaitEnded(int runs) {
    await().until(() -> ended.size() == runs);
  }

  List<String> ran() {
    return List.copyOf(ran);
  }

  List<String> vetoed() {
    return List.copyOf(vetoed);
  }

  List<String> ended() {
    return List.copyOf(ended);
  }

  /** What scheduler listeners were told, without what Quartz says of a job that threw. */
  List<String> told() {
    return List.copyOf(told);
  }

  /** Says that it ran. */
  public static final class Recording implements Job {
    @Override
    public void execute(JobExecutionContext context) {
      of(context).ran.add(context.getJobDetail().getKey().getName());
    }
  }

  /** Runs until the test lets it end. */
  public static final class Waiting implements Job {
    @Override
    public void execute(JobExecutionContext context) throws JobExecutionException {
      of(context).running(HoldfastTriggerListener.lease(context).orElseThrow());
      try {
        of(context).end.await();
      } catch (InterruptedException failure) {
        throw new JobExecutionException(failure);
      }
    }
  }

  private final class Jobs extends JobListenerSupport {
    @Override
    public String getName() {
      return "node";
    }

    @Override
    public void jobExecutionVetoed(JobExecutionContext context) {
      vetoed.add(context.getJobDetail().getKey().getName());
      ended.add(context.getJobDetail().getKey().getName());
    }

    @Override
    public void jobWasExecuted(
        JobExecutionContext context, @Nullable JobExecutionException failure) {
      ended.add(context.getJobDetail().getKey().getName());
    }
  }

  private final class Errors extends SchedulerListenerSupport {
    @Override
    public void schedulerError(String message, SchedulerException cause) {
      told.add(message);
    }
  }
}
