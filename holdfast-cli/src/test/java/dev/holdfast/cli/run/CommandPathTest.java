package dev.holdfast.cli.run;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.cli.output.CliException;
import dev.holdfast.cli.output.ExitCodes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** What is said of a command that cannot be run, before a lock is waited for and after. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "has rules of its own about commands")
final class CommandPathTest {
  @TempDir Path folder;

  @Test
  void aCommandThatCanBeRunIsLetThrough() throws IOException {
    for (String first : new String[] {"#!/bin/sh", "#! /bin/sh -e", "true", "", "#!", "#!env sh"}) {
      Path script = script(first);
      assertDoesNotThrow(() -> CommandPath.check(script.toString(), null));
      assertDoesNotThrow(() -> CommandPath.check("script", folder.toString()));
    }
    assertDoesNotThrow(() -> CommandPath.check("sh", System.getenv("PATH")));
  }

  @Test
  void aScriptWhoseInterpreterIsMissingIsNotSaidToBeMissing() throws IOException {
    Path script = script("#!/no/such/shell -e");
    for (String command : new String[] {script.toString(), "script"}) {
      CliException failure = failure(command);
      assertEquals(ExitCodes.NOT_EXECUTABLE, failure.code());
      assertEquals(
          "'"
              + command
              + "' cannot be executed: its first line names the interpreter '/no/such/shell', which"
              + " is missing or cannot be executed; nothing was locked",
          failure.sentence());
    }
  }

  @Test
  void aScriptWithTheLineEndsOfWindowsIsToldWhatIsWrongWithIt() throws IOException {
    CliException failure = failure(script("#!/bin/sh\r").toString());
    assertTrue(failure.sentence().contains("its lines end in CR LF"), failure.sentence());
  }

  @Test
  void aFolderAndAFileThatIsNoProgramAreToldApart() throws IOException {
    CliException aFolder = failure(folder.toString());
    assertEquals(ExitCodes.NOT_EXECUTABLE, aFolder.code());
    assertTrue(aFolder.sentence().contains(": it is a folder;"), aFolder.sentence());
    Path file = Files.createFile(folder.resolve("file"));
    assertTrue(failure(file.toString()).sentence().contains("chmod +x"), "no hint what to do");
    assertTrue(failure("file").sentence().contains("chmod +x"), "no hint what to do");
  }

  @Test
  void whatIsNotThereIsSaidToBeMissing() {
    for (String command : new String[] {"", "missing", folder + "/missing"}) {
      CliException failure = failure(command);
      assertEquals(ExitCodes.NOT_FOUND, failure.code());
      assertEquals("there is no command '" + command + "'; nothing was locked", failure.sentence());
    }
  }

  @Test
  void whatTheSystemRefusedWasLockedUntilThen() throws IOException {
    Path script = script("true");
    String[][] cases = {
      {"error=2, No such file", "names is missing"},
      {"Exec failed, error: 2 (No such file or directory) ", "names is missing"}, // JDK 25
      {"error=7, Argument list too long", "too long"},
      {"error=13, Permission denied", "you may not"},
      {"Exec failed, error: 13 (Permission denied) ", "you may not"},
      {"error=11, Resource temporarily unavailable", "Resource temporarily unavailable"},
    };
    for (String[] each : cases) {
      CliException failure = CommandPath.notStarted(script.toString(), new IOException(each[0]));
      assertEquals(ExitCodes.NOT_EXECUTABLE, failure.code());
      assertTrue(failure.sentence().contains(each[1]), failure.sentence());
      assertTrue(failure.sentence().endsWith("was given back at once"), failure.sentence());
    }
    for (String error : new String[] {"error=2, No", "Exec failed, error: 2 (No) "}) {
      assertEquals(
          ExitCodes.NOT_FOUND, CommandPath.notStarted("missing", new IOException(error)).code());
    }
  }

  private CliException failure(String command) {
    return assertThrows(CliException.class, () -> CommandPath.check(command, folder.toString()));
  }

  private Path script(String firstLine) throws IOException {
    Path script = Files.writeString(folder.resolve("script"), firstLine + "\n");
    assertTrue(script.toFile().setExecutable(true));
    return script;
  }
}
