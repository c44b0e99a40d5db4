package dev.holdfast.cli;

import static dev.holdfast.cli.Holder.start;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.Holdfast;
import dev.holdfast.LockInfo;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which signals reach whom while {@code holdfast run} waits, and while its command runs. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "sends POSIX signals")
final class RunSignalsTest {
  @TempDir Path folder;

  /**
   * A shell does nothing about a signal before its child has ended: the child must have it, too.
   */
  @ParameterizedTest
  @ValueSource(strings = {"HUP", "INT", "TERM", "USR1", "USR2", "ALRM"})
  void aSignalReachesTheCommandAndItsChildrenAndTheLockIsReleased(String signal) throws Exception {
    Files.writeString(
        folder.resolve("inner"),
        "trap 'touch heard; exit 4' "
            + signal
            + "; touch started; while :; do sleep 0.05; done 2>/dev/null");
    String outer = "trap 'exit 3' " + signal + "; sh inner; sleep 1000";
    try (Holder run = start(folder, "run", "x", "--", "sh", "-c", outer)) {
      run.made(folder.resolve("started")).signal(signal);
      assertEquals(3, run.code(), run::err);
    }
    assertTrue(Files.exists(folder.resolve("heard")));
    assertEquals(new LockInfo("x", List.of(), List.of()), inspect());
  }

  @ParameterizedTest
  @CsvSource({"INT, 130", "USR1, 138"})
  @EnabledOnOs(value = OS.LINUX, disabledReason = "the signals' numbers are those of Linux")
  void aSignalWhileWaitingLeavesNothingInTheStore(String signal, int code) throws Exception {
    String until = "touch started; while [ ! -e stop ]; do sleep 0.05; done";
    try (Holder holder = start(folder, "run", "x", "--", "sh", "-c", until)) {
      holder.made(folder.resolve("started"));
      try (Holder waiting = start(folder, "run", "x", "--", "touch", "ran")) {
        await().atMost(Holder.PATIENCE).until(() -> inspect().waiters().size() == 1);
        waiting.signal(signal);
        assertEquals(code, waiting.code(), waiting::err);
        assertEquals(List.of(), inspect().waiters());
      }
      Files.createFile(folder.resolve("stop"));
      assertEquals(0, holder.code(), holder::err);
    }
    assertFalse(Files.exists(folder.resolve("ran")));
    assertFalse(inspect().isHeld());
  }

  @Test
  @EnabledOnOs(value = OS.LINUX, disabledReason = "needs an env(1) that sets signals")
  void whatIsIgnoredAtTheStartStaysIgnored() throws Exception {
    String script = "kill -HUP $$; kill -INT $$; kill -USR1 $$; kill -ALRM $$; echo alive";
    List<String> ignoring = List.of("--ignore-signal=HUP,INT,USR1,ALRM");
    try (Holder run = start(folder, ignoring, Map.of(), "run", "x", "--", "sh", "-c", script)) {
      assertEquals(0, run.code(), run::err);
      assertEquals("alive\n", run.out());
    }
  }

  /** However early it is killed: the command is not there before its watchdog. */
  @Test
  void aHolderThatIsKilledAtOnceLeavesNoCommandBehind() throws Exception {
    String script = "echo $$ > pid; touch started; while :; do sleep 0.05; done";
    try (Holder run = start(folder, "run", "x", "--", "sh", "-c", script)) {
      run.made(folder.resolve("started")).signal("KILL");
      assertEquals(137, run.code());
      long pid = Long.parseLong(Files.readString(folder.resolve("pid")).strip());
      await().atMost(Holder.PATIENCE).until(() -> isOver(pid));
    }
  }

  private static boolean isOver(long pid) {
    return ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isEmpty();
  }

  private LockInfo inspect() throws IOException {
    try (Holdfast holdfast = Holdfast.connect(Holder.store(folder))) {
      return holdfast.inspect("x");
    }
  }
}
