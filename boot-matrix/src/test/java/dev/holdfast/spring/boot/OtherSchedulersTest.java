package dev.holdfast.spring.boot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.task.FailureHandler;
import com.github.kagkarlsson.scheduler.task.helper.OneTimeTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.spring.CurrentLease;
import dev.holdfast.spring.Locked;
import dev.holdfast.spring.RunOnce;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.h2.jdbcx.JdbcDataSource;
import org.jobrunr.configuration.JobRunr;
import org.jobrunr.scheduling.JobScheduler;
import org.jobrunr.server.BackgroundJobServerConfiguration;
import org.jobrunr.storage.InMemoryStorageProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.batch.core.BatchStatus;
import org.springframework.batch.core.configuration.annotation.EnableBatchProcessing;
import org.springframework.batch.core.job.Job;
import org.springframework.batch.core.job.JobExecution;
import org.springframework.batch.core.job.builder.JobBuilder;
import org.springframework.batch.core.job.parameters.JobParameters;
import org.springframework.batch.core.launch.JobOperator;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.step.builder.StepBuilder;
import org.springframework.batch.infrastructure.repeat.RepeatStatus;
import org.springframework.batch.infrastructure.support.transaction.ResourcelessTransactionManager;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Locked methods that the jobs of other schedulers call, as the documentation shows. */
@Tag("rest")
@Timeout(120)
class OtherSchedulersTest {
  private static final Duration WAIT = Duration.ofSeconds(60);

  private final ApplicationContextRunner application =
      new ApplicationContextRunner()
          .withConfiguration(AutoConfigurations.of(HoldfastAutoConfiguration.class))
          .withPropertyValues("holdfast.url=memory:schedulers");

  /** What jobs are about. */
  public static class Imports {
    private final BlockingQueue<String> ran = new LinkedBlockingQueue<>();

    /** Refused at once, so that its scheduler tries again later. */
    @Locked(name = "import:#{#customer}", waitAtMost = "0")
    public void run(String customer) {
      ran.add(customer + " under " + CurrentLease.get().name());
    }

    /** Through the proxy, whose own field is empty. */
    public BlockingQueue<String> ran() {
      return ran;
    }
  }

  private static void awaitRun(Imports imports) throws InterruptedException {
    assertEquals("acme under import:acme", imports.ran().poll(WAIT.toSeconds(), TimeUnit.SECONDS));
  }

  private static Lease taken(Holdfast other) throws InterruptedException {
    return other.mutex("import:acme").acquire(WAIT);
  }

  @Test
  void aJobOfJobRunrIsTriedAgainWhenItsLockWasNotFree() {
    application
        .withBean(Imports.class)
        .run(
            context -> {
              InMemoryStorageProvider jobs = new InMemoryStorageProvider();
              JobScheduler scheduler =
                  JobRunr.configure()
                      .useJobActivator(context::getBean)
                      .useStorageProvider(jobs)
                      .useBackgroundJobServer(
                          BackgroundJobServerConfiguration
                              .usingStandardBackgroundJobServerConfiguration()
                              .andPollInterval(Duration.ofMillis(200))
                              .andWorkerCount(1))
                      .initialize()
                      .getJobScheduler();
              Imports imports = context.getBean(Imports.class);
              try (Holdfast other = Holdfast.connect("memory:schedulers");
                  Lease busy = taken(other)) {
                scheduler.<Imports>enqueue(each -> each.run("acme"));
                Awaitility.await().atMost(WAIT).until(() -> jobs.getJobStats().getScheduled() == 1);
                assertEquals(List.of(), List.copyOf(imports.ran()));
                busy.release();
                awaitRun(imports);
              } finally {
                JobRunr.destroy();
              }
            });
  }

  private static final String TABLE =
      """
      create table scheduled_tasks (
        task_name varchar(100), task_instance varchar(100), task_data blob,
        execution_time timestamp with time zone, picked boolean, picked_by varchar(50),
        last_success timestamp with time zone, last_failure timestamp with time zone,
        consecutive_failures int, last_heartbeat timestamp with time zone, version bigint,
        priority smallint, primary key (task_name, task_instance))
      """;

  @Test
  void aTaskOfDbSchedulerIsTriedAgainWhenItsLockWasNotFree() {
    JdbcDataSource database = new JdbcDataSource();
    database.setURL("jdbc:h2:mem:tasks;DB_CLOSE_DELAY=-1");
    JdbcClient.create(database).sql(TABLE).update();
    application
        .withBean(Imports.class)
        .run(
            context -> {
              Imports imports = context.getBean(Imports.class);
              AtomicInteger failed = new AtomicInteger();
              FailureHandler<String> later =
                  new FailureHandler.OnFailureRetryLater<>(Duration.ofMillis(200));
              OneTimeTask<String> task =
                  Tasks.oneTime("import", String.class)
                      .onFailure(
                          (complete, operations) -> {
                            failed.incrementAndGet();
                            later.onFailure(complete, operations);
                          })
                      .execute((instance, unused) -> imports.run(instance.getData()));
              Scheduler scheduler =
                  Scheduler.create(database, task)
                      .threads(1)
                      .pollingInterval(Duration.ofMillis(200))
                      .build();
              scheduler.start();
              try (Holdfast other = Holdfast.connect("memory:schedulers");
                  Lease busy = taken(other)) {
                scheduler.schedule(task.instance("1", "acme"), Instant.now());
                Awaitility.await().atMost(WAIT).until(() -> failed.get() > 0);
                assertEquals(List.of(), List.copyOf(imports.ran()));
                busy.release();
                awaitRun(imports);
              } finally {
                scheduler.stop();
              }
            });
  }

  /** A job of Spring Batch, whose only step is given by a test. */
  @EnableBatchProcessing
  static class Batch {
    @Bean
    Job report(JobRepository jobs, Runnable work) {
      return new JobBuilder("report", jobs)
          .start(
              new StepBuilder("only", jobs)
                  .tasklet(
                      (contribution, chunk) -> {
                        work.run();
                        return RepeatStatus.FINISHED;
                      },
                      new ResourcelessTransactionManager())
                  .build())
          .build();
    }
  }

  static class Nightly {
    private final JobOperator jobs;
    private final Job report;
    private JobExecution last;

    Nightly(JobOperator jobs, Job report) {
      this.jobs = jobs;
      this.report = report;
    }

    @RunOnce(name = "nightly-report", atLeast = "10m")
    public void start() throws Exception {
      last = jobs.start(report, new JobParameters());
    }

    public JobExecution last() {
      return last;
    }
  }

  private ApplicationContextRunner batch(Runnable work) {
    return application
        .withPropertyValues("holdfast.url=memory:")
        .withUserConfiguration(Batch.class)
        .withBean(Nightly.class)
        .withBean(Imports.class)
        .withBean(Runnable.class, () -> work);
  }

  @Test
  void aJobOfSpringBatchIsLockedWhileItRuns() {
    BlockingQueue<String> held = new LinkedBlockingQueue<>();
    batch(() -> held.add(CurrentLease.get().name()))
        .run(
            context -> {
              assertNull(context.getStartupFailure());
              Nightly nightly = context.getBean(Nightly.class);
              nightly.start();
              nightly.start();
              assertEquals(List.of("nightly-report"), List.copyOf(held));
            });
  }

  /** As the documentation says: the transaction of the step would commit after the release. */
  @Test
  void aLockedMethodInAStepIsRefused() {
    Imports[] imports = new Imports[1];
    batch(() -> imports[0].run("acme"))
        .run(
            context -> {
              imports[0] = context.getBean(Imports.class);
              Nightly nightly = context.getBean(Nightly.class);
              nightly.start();
              JobExecution execution = nightly.last();
              assertEquals(BatchStatus.FAILED, execution.getStatus());
              String said = execution.getAllFailureExceptions().get(0).getMessage();
              assertTrue(said.contains("transaction"), said);
              assertEquals(List.of(), List.copyOf(imports[0].ran()));
            });
  }
}
