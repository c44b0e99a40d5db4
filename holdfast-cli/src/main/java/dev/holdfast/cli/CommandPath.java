package dev.holdfast.cli;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Looks for a command before a lock is waited for: nobody wants to queue for a typing error. */
final class CommandPath {
  private CommandPath() {}

  /** Throws what a shell would exit with if the command cannot be run. */
  static void check(String command, @Nullable String searched) {
    if (File.separatorChar == '\\') {
      return; // Windows has rules of its own about extensions; starting it will tell.
    }
    if (command.isEmpty()) {
      throw notFound(command);
    }
    if (command.contains("/")) {
      if (!Files.exists(Path.of(command))) {
        throw notFound(command);
      }
      if (!isProgram(Path.of(command))) {
        throw notExecutable(command);
      }
      return;
    }
    if (searched == null) {
      return; // The system then has a default of its own.
    }
    boolean there = false;
    for (String folder : searched.split(File.pathSeparator, -1)) {
      Path candidate = Path.of(folder.isEmpty() ? "." : folder, command);
      if (isProgram(candidate)) {
        return;
      }
      there |= Files.isRegularFile(candidate);
    }
    throw there ? notExecutable(command) : notFound(command);
  }

  private static boolean isProgram(Path file) {
    return Files.isRegularFile(file) && Files.isExecutable(file);
  }

  static Failure notFound(String command) {
    return new Failure(
        Exit.NOT_FOUND, "there is no command " + Text.quoted(command) + "; nothing was locked");
  }

  static Failure notExecutable(String command) {
    return new Failure(
        Exit.NOT_EXECUTABLE, Text.quoted(command) + " cannot be executed; nothing was locked");
  }
}
