package dev.holdfast.spring.boot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.StoreException;
import dev.holdfast.memory.MemoryStore;
import dev.holdfast.spi.ClientIdentity;
import dev.holdfast.spi.Examination;
import dev.holdfast.spi.Finding;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreCapabilities;
import dev.holdfast.spi.StoreListener;
import dev.holdfast.spi.StoreSession;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.NestedExceptionUtils;

/** What {@code holdfast.doctor} does at the start. */
class StoreDoctorTest {
  private static final Finding WARNING =
      Finding.warning("persistence", "snapshots only", "a crash forgets locks", "appendonly yes");
  private static final Finding PROBLEM =
      Finding.problem("eviction", "allkeys-lru", "held locks may be thrown away", "noeviction");

  /** Kept, as loggers that nothing refers to are forgotten. */
  private static final Logger LOGGER = Logger.getLogger(StoreDoctor.class.getName());

  @TempDir Path folder;

  private final BlockingQueue<String> logged = new LinkedBlockingQueue<>();
  private final Handler handler =
      new Handler() {
        @Override
        public void publish(LogRecord record) {
          logged.add(record.getMessage());
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
      };

  private final ApplicationContextRunner application =
      new ApplicationContextRunner()
          .withConfiguration(AutoConfigurations.of(HoldfastAutoConfiguration.class));

  @BeforeEach
  void listen() {
    LOGGER.addHandler(handler);
  }

  @AfterEach
  void listenNoMore() {
    LOGGER.removeHandler(handler);
  }

  /** A store of the application that says this of itself. */
  private record Examined(LockStore store, List<Finding> findings) implements LockStore {
    @Override
    public StoreCapabilities capabilities() {
      return store.capabilities();
    }

    @Override
    public StoreSession open(ClientIdentity client, StoreListener listener) {
      return store.open(client, listener);
    }

    @Override
    public List<Finding> examine(Examination examination) {
      return findings;
    }

    @Override
    public void close() {
      store.close();
    }

    @Override
    public String toString() {
      return "the store";
    }
  }

  private ApplicationContextRunner over(Finding... findings) {
    return application.withBean(
        LockStore.class, () -> new Examined(MemoryStore.create(), List.of(findings)));
  }

  private String nextLine() throws InterruptedException {
    return String.valueOf(logged.poll(30, TimeUnit.SECONDS));
  }

  @Test
  void unlessItIsSetNothingIsLookedAt() {
    over(PROBLEM).run(context -> assertNull(context.getStartupFailure()));
    over(PROBLEM)
        .withPropertyValues("holdfast.doctor=off")
        .run(context -> assertNull(context.getStartupFailure()));
    assertTrue(logged.isEmpty(), logged::toString);
  }

  @Test
  void warnLogsEachWarningAndProblem() {
    over(Finding.ok("clock", "the same", "good"), WARNING, PROBLEM)
        .withPropertyValues("holdfast.doctor=warn")
        .run(
            context -> {
              assertNull(context.getStartupFailure());
              assertEquals(
                  "holdfast.doctor: the store: warning: persistence: snapshots only:"
                      + " a crash forgets locks; to do: appendonly yes",
                  nextLine());
              String problem = nextLine();
              assertTrue(problem.contains("problem: eviction: allkeys-lru"), problem);
            });
    assertTrue(logged.isEmpty(), logged::toString);
  }

  @Test
  void warnDoesNotNeedTheStore() {
    application
        .withPropertyValues(
            "holdfast.doctor=warn", "holdfast.url=sqlite:" + folder.resolve("absent/a.db"))
        .run(
            context -> {
              assertNull(context.getStartupFailure());
              String said = nextLine();
              assertTrue(said.contains("could not be looked at"), said);
            });
  }

  @Test
  void failRefusesAProblemWithAllOfThem() {
    over(WARNING, PROBLEM)
        .withPropertyValues("holdfast.doctor=fail")
        .run(
            context -> {
              Throwable cause =
                  NestedExceptionUtils.getMostSpecificCause(context.getStartupFailure());
              String said = assertInstanceOf(StoreProblemException.class, cause).getMessage();
              assertTrue(said.contains("- problem: eviction: allkeys-lru"), said);
              assertTrue(said.contains("to do: noeviction"), said);
              assertFalse(said.contains("persistence"), said);
            });
  }

  @Test
  void failLogsWarningsAndStarts() throws InterruptedException {
    over(WARNING)
        .withPropertyValues("holdfast.doctor=fail")
        .run(context -> assertNull(context.getStartupFailure()));
    String said = nextLine();
    assertTrue(said.contains("warning: persistence"), said);
  }

  @Test
  void failNeedsTheStore() {
    application
        .withPropertyValues(
            "holdfast.doctor=fail", "holdfast.url=sqlite:" + folder.resolve("absent/a.db"))
        .run(
            context -> {
              Throwable failure = context.getStartupFailure();
              while (failure != null && !(failure instanceof StoreException)) {
                failure = failure.getCause();
              }
              assertTrue(failure != null, "it has started, or failed for another reason");
            });
  }
}
