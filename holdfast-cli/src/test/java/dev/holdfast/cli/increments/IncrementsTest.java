package dev.holdfast.cli.increments;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.cli.demo.RedisProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Eight processes add 2,000 each to one value that checks tokens; two of them are killed on the way
 * (others take over what they left) and two are stopped for longer than the lease. No increment may
 * be lost.
 */
@Tag("rest")
class IncrementsTest {
  private static final int PROCESSES = 8;
  private static final int INCREMENTS = 2_000;

  @Test
  void noneIsLostOnSqlite(@TempDir Path folder) throws Exception {
    run("sqlite:" + folder.resolve("locks.db"));
  }

  @Test
  void noneIsLostOnRedis(@TempDir Path folder) throws Exception {
    try (RedisProcess server = RedisProcess.start(folder)) {
      run(server.url());
    }
  }

  private static void run(String url) throws Exception {
    Register register = new Register();
    List<Child> children = new ArrayList<>();
    try {
      for (int i = 0; i < PROCESSES; i++) {
        children.add(new Child(url, INCREMENTS, register));
      }
      for (int victim = 0; victim < 2; victim++) {
        awaitAccepted(register, register.accepted() + 1_000);
        Child killed = children.get(victim);
        killed.signal("-KILL");
        Awaitility.await().until(killed.done::isDone);
        children.add(new Child(url, INCREMENTS - killed.written.get(), register));
      }
      for (int victim = 2; victim < 4; victim++) {
        stopPastItsLease(children.get(victim), register);
      }
      awaitEnd(children.subList(2, children.size()), register);
    } finally {
      children.forEach(Child::close);
    }
    long losses = children.stream().mapToInt(child -> child.losses.get()).sum();
    System.out.printf(
        "%s: value %d, writes accepted %d, refused %d, leases lost %d%n",
        url, register.value(), register.accepted(), register.refused(), losses);
    assertEquals(register.accepted(), register.value());
    assertTrue(register.accepted() >= PROCESSES * INCREMENTS);
    assertTrue(register.refused() >= 2, "each stopped process wrote late and was refused");
    assertTrue(losses >= 2, "each stopped process was told that its lease was lost");
  }

  /** Stops a process in its section and lets it go on when another has written after it. */
  private static void stopPastItsLease(Child child, Register register) throws Exception {
    child.stopInSection().get(60, TimeUnit.SECONDS);
    try {
      awaitAccepted(register, register.accepted() + 1);
    } finally {
      child.signal("-CONT");
    }
  }

  private static void awaitAccepted(Register register, long count) throws Exception {
    whileOthersWrite(register, () -> register.accepted() >= count);
  }

  private static void awaitEnd(List<Child> children, Register register) throws Exception {
    whileOthersWrite(register, () -> children.stream().allMatch(child -> child.done.isDone()));
    for (Child child : children) {
      child.done.get(); // how it ended
    }
  }

  /** How long all of it takes is the machine's affair; that nobody writes for a minute is not. */
  private static void whileOthersWrite(Register register, Callable<Boolean> end) throws Exception {
    while (!end.call()) {
      long before = register.accepted();
      Awaitility.await("a write, after " + before)
          .pollInterval(Duration.ofMillis(5))
          .atMost(Duration.ofMinutes(1))
          .until(() -> end.call() || register.accepted() > before);
    }
  }
}
