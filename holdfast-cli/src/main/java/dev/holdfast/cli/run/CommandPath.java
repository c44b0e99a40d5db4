package dev.holdfast.cli.run;

import dev.holdfast.cli.output.CliException;
import dev.holdfast.cli.output.ExitCodes;
import dev.holdfast.cli.output.Text;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Looks whether a command can be run, before a lock is waited for: a typing error should not queue.
 */
final class CommandPath {
  /** Linux reads no more of a script's first line. */
  private static final int LONGEST_FIRST_LINE = 255;

  private static final String NOTHING_LOCKED = "; nothing was locked";
  private static final String GIVEN_BACK =
      "; the command did not run, and the lock was given back at once";

  /** "…: error=2, No such file or directory", or "…: Exec failed, error: 2 (No such …) ". */
  private static final Pattern SYSTEM_ERROR =
      Pattern.compile(".*error(?:=|: )([0-9]{1,4})", Pattern.DOTALL);

  private CommandPath() {}

  /** Throws what a shell would exit with if the command cannot be run. */
  static void check(String command, @Nullable String searched) {
    if (File.separatorChar == '\\') {
      return; // Windows has rules of its own about extensions; starting it will tell.
    }
    if (command.isEmpty()) {
      throw notFound(command, NOTHING_LOCKED);
    }
    if (command.contains("/")) {
      Path file = path(command);
      if (!Files.exists(file)) {
        throw notFound(command, NOTHING_LOCKED);
      }
      checkProgram(command, file);
      return;
    }
    if (searched == null) {
      return; // The system then has a default of its own.
    }
    Path known = null;
    for (String folder : searched.split(File.pathSeparator, -1)) {
      Path candidate = path(folder.isEmpty() ? "." : folder).resolve(command);
      if (isProgram(candidate)) {
        checkInterpreter(command, candidate);
        return;
      }
      known = known == null && Files.isRegularFile(candidate) ? candidate : known;
    }
    if (known == null) {
      throw notFound(command, NOTHING_LOCKED);
    }
    checkProgram(command, known);
  }

  private static Path path(String text) {
    try {
      return Path.of(text);
    } catch (InvalidPathException impossible) {
      throw CliException.usage(
          Text.quoted(text) + " is no file name (" + impossible.getReason() + ")" + NOTHING_LOCKED);
    }
  }

  private static boolean isProgram(Path file) {
    return Files.isRegularFile(file) && Files.isExecutable(file);
  }

  private static void checkProgram(String command, Path file) {
    if (!Files.isRegularFile(file)) {
      throw notExecutable(command, "it is " + kind(file), NOTHING_LOCKED);
    }
    if (!Files.isExecutable(file)) {
      throw notExecutable(
          command,
          "you may not execute it; chmod +x would allow it, unless its file system is mounted"
              + " noexec",
          NOTHING_LOCKED);
    }
    checkInterpreter(command, file);
  }

  private static String kind(Path file) {
    return Files.isDirectory(file) ? "a folder" : "no regular file";
  }

  /** A script whose interpreter is missing is "not found" to the system, though it is there. */
  private static void checkInterpreter(String command, Path file) {
    String interpreter = interpreter(file);
    if (interpreter.isEmpty() || !interpreter.startsWith("/")) {
      return; // No script, or one that only the system can judge.
    }
    if (!isProgram(path(interpreter))) {
      throw notExecutable(
          command,
          "its first line names the interpreter "
              + Text.quoted(interpreter)
              + (interpreter.endsWith("\r")
                  ? ", as its lines end in CR LF; write them with LF"
                  : ", which is missing or cannot be executed"),
          NOTHING_LOCKED);
    }
  }

  /** What follows the {@code #!} of a script; empty if it is none, or cannot be read. */
  private static String interpreter(Path file) {
    try (InputStream in = Files.newInputStream(file)) {
      byte[] start = in.readNBytes(LONGEST_FIRST_LINE);
      String text = new String(start, StandardCharsets.UTF_8);
      if (!text.startsWith("#!")) {
        return "";
      }
      String line = text.substring(2, text.indexOf('\n') < 0 ? text.length() : text.indexOf('\n'));
      return line.strip().isEmpty() ? "" : line.replaceFirst("^[ \t]+", "").split("[ \t]", 2)[0];
    } catch (IOException unreadable) {
      return "";
    }
  }

  /** What to say of a command that the system did not start: the lock was held already. */
  static CliException notStarted(String command, IOException error) {
    String message = String.valueOf(error.getMessage());
    return switch (systemError(message)) {
      case 2 ->
          command.contains("/") && Files.exists(path(command))
              ? notExecutable(
                  command, "the interpreter or loader that it names is missing", GIVEN_BACK)
              : notFound(command, GIVEN_BACK);
      case 7 ->
          notExecutable(command, "its arguments and environment together are too long", GIVEN_BACK);
      case 13 -> notExecutable(command, "you may not execute it", GIVEN_BACK);
      default -> notExecutable(command, Text.visible(message), GIVEN_BACK);
    };
  }

  /** The number of the system's error, which the JDK tells in words only; 0 if there is none. */
  private static int systemError(String message) {
    Matcher told = SYSTEM_ERROR.matcher(message);
    return told.lookingAt() ? Integer.parseInt(told.group(1)) : 0;
  }

  private static CliException notFound(String command, String truth) {
    return new CliException(
        ExitCodes.NOT_FOUND, "there is no command " + Text.quoted(command) + truth);
  }

  private static CliException notExecutable(String command, String why, String truth) {
    return new CliException(
        ExitCodes.NOT_EXECUTABLE, Text.quoted(command) + " cannot be executed: " + why + truth);
  }
}
