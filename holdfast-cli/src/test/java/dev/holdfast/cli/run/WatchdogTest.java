package dev.holdfast.cli.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.cli.output.CliException;
import dev.holdfast.cli.output.ExitCodes;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** What the watchdog's script does when the other end of its pipe is gone. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "there is no shell")
final class WatchdogTest {
  private static final String TOKEN = "7353155136360448000";

  @Test
  @EnabledOnOs(value = OS.LINUX, disabledReason = "finds processes by their environment")
  void aCommandThatRunsAlreadyButWasNotToldOfIsFoundByItsToken() throws Exception {
    Process command = sleep(TOKEN);
    Process other = sleep("7353155136360448001");
    try {
      assertEquals(0, ended(watchdog("start " + TOKEN + "\n")));
      assertTrue(command.waitFor(10, TimeUnit.SECONDS));
      assertTrue(other.isAlive());
    } finally {
      command.destroyForcibly();
      other.destroyForcibly();
    }
  }

  @Test
  void theCommandThatItWasToldOfIsStopped() throws Exception {
    Process command = sleep("0");
    try {
      assertEquals(0, ended(watchdog("start " + TOKEN + "\npid " + command.pid() + "\n")));
      assertTrue(command.waitFor(10, TimeUnit.SECONDS));
    } finally {
      command.destroyForcibly();
    }
  }

  @Test
  void nothingIsStoppedThatHasEndedOrWasNeverStarted() throws Exception {
    Process bystander = sleep(TOKEN);
    try {
      String told = "start " + TOKEN + "\npid " + bystander.pid() + "\ndone\n";
      assertEquals(0, ended(watchdog(told)));
      assertEquals(0, ended(watchdog("")));
      assertTrue(bystander.isAlive());
    } finally {
      bystander.destroyForcibly();
    }
  }

  @Test
  void oneForWhichThereIsNoThreadIsToldWhenTheCommandIsDue() {
    try (Watchdog watchdog =
        Watchdog.start(
            OnLoss.TERM,
            Duration.ofSeconds(10),
            task -> {
              throw new LinkageError("as the test wants");
            })) {
      CliException failure = assertThrows(CliException.class, () -> watchdog.expect(1));
      assertEquals(ExitCodes.NOT_EXECUTABLE, failure.code());
      assertTrue(failure.getMessage().contains("as the test wants"));
    }
  }

  private static Process sleep(String token) throws IOException {
    ProcessBuilder builder = new ProcessBuilder("sleep", "1000");
    builder.environment().put("HOLDFAST_TOKEN", token);
    return builder.start();
  }

  /** One that is told this, and then no more. */
  private static Process watchdog(String told) throws IOException {
    Process process = Watchdog.builder(OnLoss.TERM, Duration.ofSeconds(10)).start();
    try (var pipe = process.getOutputStream()) {
      pipe.write(told.getBytes(StandardCharsets.US_ASCII));
    }
    return process;
  }

  private static int ended(Process process) throws InterruptedException {
    assertTrue(process.waitFor(30, TimeUnit.SECONDS));
    return process.exitValue();
  }
}
