package dev.holdfast.quartz;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.test.TestHoldfast;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.quartz.InterruptableJob;
import org.quartz.Job;
import org.quartz.JobBuilder;
import org.quartz.JobDetail;
import org.quartz.JobExecutionContext;
import org.quartz.JobExecutionException;
import org.quartz.JobKey;
import org.quartz.Scheduler;
import org.quartz.SchedulerException;
import org.quartz.Trigger;
import org.quartz.TriggerBuilder;
import org.quartz.impl.JobExecutionContextImpl;
import org.quartz.listeners.JobListenerSupport;
import org.quartz.listeners.TriggerListenerSupport;
import org.quartz.spi.OperableTrigger;
import org.quartz.spi.TriggerFiredBundle;

/** Schedulers of one program with job stores of their own, as those of several processes are. */
final class HoldfastTriggerListenerTest {
  private static final Duration AT_LEAST = Duration.ofMinutes(10);
  private static final String NAME = "quartz/DEFAULT/job";

  private final TestHoldfast test = TestHoldfast.create();
  private final Holdfast watcher = test.newClient("watcher");
  private final List<Node> nodes = new ArrayList<>();

  @AfterEach
  void close() throws SchedulerException {
    for (Node node : nodes) {
      node.letEnd();
      node.scheduler().shutdown(false);
    }
    test.close();
  }

  private Node node(Holdfast client) throws SchedulerException {
    Node node = Node.start(HoldfastTriggerListener.builder(client, AT_LEAST).build());
    nodes.add(node);
    return node;
  }

  /** Whether the name is free now. */
  private boolean isFree(String name) {
    Optional<Lease> taken = watcher.mutex(name).tryAcquire();
    taken.ifPresent(Lease::release);
    return taken.isPresent();
  }

  /** The run has left nothing but the time that the name is kept; a lease would be renewed. */
  private void assertKeptForAtLeastAndNotLonger() {
    assertFalse(isFree(NAME), "the name is kept for other clocks");
    test.advance(AT_LEAST);
    assertTrue(isFree(NAME), "nothing is held");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void eachFireTimeRunsOnceOnSeveralSchedulers(boolean ofOneClient) throws SchedulerException {
    Node one = node(test.newClient("one"));
    Node two = ofOneClient ? node(test.client()) : node(test.newClient("two"));
    Node three = node(test.client());
    List<String> jobs = Stream.of(1, 2, 3, 4, 5, 6).map(i -> "job" + i).toList();
    for (Node node : nodes) {
      for (String job : jobs) {
        node.schedule(job, Node.Recording.class);
      }
    }
    await().until(() -> nodes.stream().allMatch(node -> node.ended().size() == jobs.size()));
    List<String> ran =
        Stream.of(one, two, three).flatMap(node -> node.ran().stream()).sorted().toList();
    assertEquals(jobs, ran);
    assertEquals(2 * jobs.size(), nodes.stream().mapToInt(node -> node.vetoed().size()).sum());
    assertEquals(List.of(), one.told());
    test.advance(AT_LEAST);
    for (String job : jobs) {
      assertTrue(isFree("quartz/DEFAULT/" + job), job);
    }
  }

  @Test
  void theNextFireTimeRunsAgain() throws SchedulerException {
    Node node = node(test.client());
    node.schedule("job", Node.Recording.class);
    node.awaitEnded(1);
    node.fire("job");
    node.awaitEnded(2);
    assertEquals(List.of("job"), node.vetoed(), "within holdAtLeast");
    test.advance(AT_LEAST);
    node.fire("job");
    node.awaitEnded(3);
    assertEquals(List.of("job", "job"), node.ran());
  }

  @Test
  void aStoreThatCannotBeReachedVetoesAndIsTold() throws SchedulerException {
    Node node = node(test.client());
    test.cutStore();
    node.schedule("job", Node.Recording.class);
    node.awaitEnded(1);
    assertEquals(List.of(), node.ran());
    assertEquals(List.of("job"), node.vetoed());
    assertEquals(1, node.told().size(), node.told()::toString);
    assertTrue(node.told().get(0).contains("job 'DEFAULT.job'"), node.told()::toString);
    test.healStore();
    test.advance(Duration.ofMinutes(1));
    node.fire("job");
    node.awaitEnded(2);
    assertEquals(List.of("job"), node.ran());
  }

  /** Fails. */
  public static final class Failing implements Job {
    @Override
    public void execute(JobExecutionContext context) throws JobExecutionException {
      throw new JobExecutionException("on purpose");
    }
  }

  /** Throws what Quartz does not expect. */
  public static final class Throwing implements Job {
    @Override
    public void execute(JobExecutionContext context) {
      throw new AssertionError("on purpose");
    }
  }

  @ParameterizedTest
  @ValueSource(classes = {Failing.class, Throwing.class})
  void aJobThatFailsLeavesNothingHeld(Class<? extends Job> type) throws SchedulerException {
    Node node = node(test.client());
    node.schedule("job", type);
    node.awaitEnded(1);
    assertEquals(List.of(), node.vetoed());
    await().until(() -> test.client().leases().isEmpty());
    assertKeptForAtLeastAndNotLonger();
  }

  /** Another listener that keeps the job from running. */
  enum Preventing {
    VETOES {
      @Override
      void addTo(Scheduler scheduler) throws SchedulerException {
        add(scheduler, false);
      }
    },
    TRIGGER_LISTENER_THROWS {
      @Override
      void addTo(Scheduler scheduler) throws SchedulerException {
        add(scheduler, true);
      }
    },
    JOB_LISTENER_THROWS {
      @Override
      void addTo(Scheduler scheduler) throws SchedulerException {
        scheduler
            .getListenerManager()
            .addJobListener(
                new JobListenerSupport() {
                  @Override
                  public String getName() {
                    return "other";
                  }

                  @Override
                  public void jobToBeExecuted(JobExecutionContext context) {
                    throw new IllegalStateException("on purpose");
                  }
                });
      }
    };

    abstract void addTo(Scheduler scheduler) throws SchedulerException;

    static void add(Scheduler scheduler, boolean throwing) throws SchedulerException {
      scheduler
          .getListenerManager()
          .addTriggerListener(
              new TriggerListenerSupport() {
                @Override
                public String getName() {
                  return "other";
                }

                @Override
                public boolean vetoJobExecution(Trigger trigger, JobExecutionContext context) {
                  if (throwing) {
                    throw new IllegalStateException("on purpose");
                  }
                  return true;
                }
              });
    }
  }

  @ParameterizedTest
  @EnumSource(Preventing.class)
  void aRunThatAnotherListenerPreventsFreesTheNameAtOnce(Preventing other)
      throws SchedulerException {
    Node node = node(test.client());
    other.addTo(node.scheduler());
    node.schedule("job", Node.Recording.class);
    await().until(() -> !node.vetoed().isEmpty() || !node.told().isEmpty());
    await().until(() -> isFree(NAME));
    assertEquals(List.of(), node.ran());
    assertEquals(1, test.client().statistics().granted(), "the lock was granted before");
  }

  static Stream<Boolean> trueAndFalse() {
    return Stream.of(true, false);
  }

  @ParameterizedTest
  @MethodSource("trueAndFalse")
  void aListenerThatThrowsAfterTheRunKeepsNothingHeld(boolean ofJobs) throws SchedulerException {
    Node node = Node.start(null);
    nodes.add(node);
    if (ofJobs) {
      node.scheduler()
          .getListenerManager()
          .addJobListener(
              new JobListenerSupport() {
                @Override
                public String getName() {
                  return "other";
                }

                @Override
                public void jobWasExecuted(
                    JobExecutionContext context, @Nullable JobExecutionException failure) {
                  throw new IllegalStateException("on purpose");
                }
              });
    } else {
      node.scheduler()
          .getListenerManager()
          .addTriggerListener(
              new TriggerListenerSupport() {
                @Override
                public String getName() {
                  return "other";
                }

                @Override
                public void triggerComplete(
                    Trigger trigger,
                    JobExecutionContext context,
                    Trigger.CompletedExecutionInstruction instruction) {
                  throw new IllegalStateException("on purpose");
                }
              });
    }
    // After the other: Quartz does not tell it that the run is complete.
    node.add(HoldfastTriggerListener.builder(test.client(), AT_LEAST).build());
    node.schedule("job", Node.Recording.class);
    await().until(() -> !node.told().isEmpty());
    await().until(() -> test.client().leases().isEmpty());
    assertEquals(List.of("job"), node.ran());
    assertKeptForAtLeastAndNotLonger();
  }

  /** Asks to be fired again, once. */
  public static final class Again implements Job {
    static final List<Long> TOKENS = Collections.synchronizedList(new ArrayList<>());

    @Override
    public void execute(JobExecutionContext context) throws JobExecutionException {
      Lease lease = HoldfastTriggerListener.lease(context).orElseThrow();
      TOKENS.add(lease.isHeld() ? lease.token() : -1L);
      if (context.getRefireCount() == 0) {
        throw new JobExecutionException("on purpose", true);
      }
    }
  }

  @Test
  void aJobThatIsFiredAgainImmediatelyKeepsItsLease() throws SchedulerException {
    Again.TOKENS.clear();
    Node node = node(test.client());
    node.schedule("job", Again.class);
    await().until(() -> Again.TOKENS.size() == 2);
    await().until(() -> test.client().leases().isEmpty());
    assertTrue(Again.TOKENS.get(0) > 0);
    assertEquals(Again.TOKENS.get(0), Again.TOKENS.get(1));
    assertEquals(List.of(), node.vetoed());
    assertKeptForAtLeastAndNotLonger();
  }

  /** Runs until it is interrupted. */
  public static final class Interruptable implements InterruptableJob {
    private final CountDownLatch interrupted = new CountDownLatch(1);

    @Override
    public void execute(JobExecutionContext context) throws JobExecutionException {
      Node.of(context).running(HoldfastTriggerListener.lease(context).orElseThrow());
      try {
        interrupted.await();
      } catch (InterruptedException failure) {
        throw new JobExecutionException(failure);
      }
    }

    @Override
    public void interrupt() {
      interrupted.countDown();
    }
  }

  @Test
  void aLostLeaseInterruptsTheJobAndIsTold() throws Exception {
    Node node = node(test.client());
    node.schedule("job", Interruptable.class);
    test.lose(node.awaitRunning());
    node.awaitEnded(1);
    assertEquals(1, node.told().size(), node.told()::toString);
    assertTrue(node.told().get(0).contains("the job is interrupted"), node.told()::toString);
    await().until(() -> test.client().leases().isEmpty());
    // Quartz goes on with the trigger.
    test.advance(AT_LEAST);
    node.fire("job");
    test.lose(node.awaitRunning());
    node.awaitEnded(2);
  }

  @Test
  void aJobThatCannotBeInterruptedGoesOnAndIsTold() throws Exception {
    Node node = node(test.client());
    node.schedule("job", Node.Waiting.class);
    Lease lease = node.awaitRunning();
    test.lose(lease);
    assertFalse(lease.isHeld());
    assertEquals(1, node.told().size(), node.told()::toString);
    assertTrue(node.told().get(0).contains("goes on without its lock"), node.told()::toString);
    node.letEnd();
    node.awaitEnded(1);
    assertEquals(1, node.told().size(), "told once: " + node.told());
  }

  @Test
  void theLeaseLastsAsLongAsTheJobAndEndsInAShutdown() throws Exception {
    Node node = node(test.client());
    node.schedule("job", Node.Waiting.class);
    Lease lease = node.awaitRunning();
    test.advance(AT_LEAST.multipliedBy(2));
    assertTrue(lease.isHeld());
    assertFalse(isFree(NAME));
    node.scheduler().shutdown(false);
    assertTrue(lease.isHeld(), "the job still runs");
    node.letEnd();
    await().until(() -> test.client().leases().isEmpty());
    assertTrue(isFree(NAME));
    assertEquals(List.of(), node.told());
  }

  @Test
  void aFireTimeThatAnotherMayHaveRunIsVetoed() throws SchedulerException {
    Node node = node(test.client());
    HoldfastTriggerListener listener = node.listener();
    Duration half = AT_LEAST.dividedBy(2);
    JobExecutionContext late = context(node, half.plusSeconds(1));
    assertTrue(listener.vetoJobExecution(late.getTrigger(), late));
    assertTrue(isFree(NAME), "the name was given back at once");
    assertEquals(1, node.told().size(), node.told()::toString);
    JobExecutionContext inTime = context(node, half.minusMinutes(1));
    assertFalse(listener.vetoJobExecution(inTime.getTrigger(), inTime));
    assertFalse(isFree(NAME));
  }

  /** Of a job whose fire time was so long ago. */
  private static JobExecutionContext context(Node node, Duration late) {
    JobDetail job = JobBuilder.newJob(Node.Recording.class).withIdentity("job").build();
    OperableTrigger trigger =
        (OperableTrigger) TriggerBuilder.newTrigger().withIdentity("t").forJob(job).build();
    Instant now = Instant.now();
    Date due = Date.from(now.minus(late));
    return new JobExecutionContextImpl(
        node.scheduler(),
        new TriggerFiredBundle(job, trigger, null, false, Date.from(now), due, null, null),
        new Node.Recording());
  }

  @Test
  void noTwoJobsHaveTheSameName() throws SchedulerException {
    Node node = node(test.client());
    for (JobKey key :
        List.of(new JobKey("b/c", "a"), new JobKey("c", "a/b"), new JobKey("c", "a%2Fb"))) {
      node.schedule(key, Node.Recording.class);
    }
    node.awaitEnded(3);
    assertEquals(List.of(), node.vetoed());
    assertEquals(3, node.ran().size());
  }

  @Test
  void aNameOfAnotherKindIsLocked() throws SchedulerException {
    Node byTrigger =
        Node.start(
            HoldfastTriggerListener.builder(test.client(), AT_LEAST).lockByTrigger().build());
    nodes.add(byTrigger);
    byTrigger.schedule("job", Node.Recording.class);
    byTrigger.awaitEnded(1);
    assertTrue(isFree(NAME));
    assertFalse(isFree("quartz-trigger/DEFAULT/job"));
  }

  @Test
  void aNameThatCannotBeMadeVetoesAndIsTold() throws SchedulerException {
    Node node =
        Node.start(
            HoldfastTriggerListener.builder(test.client(), AT_LEAST)
                .lockName(
                    context -> {
                      throw new IllegalStateException("on purpose");
                    })
                .build());
    nodes.add(node);
    node.schedule("job", Node.Recording.class);
    node.awaitEnded(1);
    assertEquals(List.of("job"), node.vetoed());
    assertEquals(1, node.told().size());
  }

  @Test
  void aTimeThatKeepsNothingIsRefused() {
    IllegalArgumentException refused =
        assertThrows(
            IllegalArgumentException.class,
            () -> HoldfastTriggerListener.builder(test.client(), Duration.ZERO));
    assertTrue(refused.getMessage().startsWith("holdAtLeast"), refused.getMessage());
    assertThrows(
        IllegalArgumentException.class,
        () -> HoldfastTriggerListener.builder(test.client(), Duration.ofDays(366)));
  }
}
