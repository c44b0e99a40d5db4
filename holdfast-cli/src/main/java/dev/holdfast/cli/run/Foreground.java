package dev.holdfast.cli.run;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Scanner;

/** Whether this process is in the foreground of a terminal, whose keys then signal it. */
final class Foreground {
  private static final Path STAT = Path.of("/proc/self/stat");

  private Foreground() {}

  static boolean isHere() {
    try {
      return isForeground(Files.readString(STAT, StandardCharsets.ISO_8859_1));
    } catch (IOException elsewhere) {
      return isForegroundByPs();
    }
  }

  /** Reads proc(5): pid (name) state ppid pgrp session tty_nr tpgid … */
  static boolean isForeground(String stat) {
    try (Scanner fields = new Scanner(stat.substring(stat.lastIndexOf(')') + 1))) {
      fields.next();
      fields.nextInt();
      int group = fields.nextInt();
      fields.nextInt();
      boolean terminal = fields.nextInt() != 0;
      return terminal && fields.nextInt() == group;
    }
  }

  private static boolean isForegroundByPs() {
    try {
      Process ps =
          new ProcessBuilder(
                  "ps", "-o", "pgid=,tpgid=", "-p", Long.toString(ProcessHandle.current().pid()))
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      try (InputStream out = ps.getInputStream();
          Scanner groups = new Scanner(out, StandardCharsets.ISO_8859_1)) {
        return groups.hasNextInt()
            && groups.nextInt() == (groups.hasNextInt() ? groups.nextInt() : 0);
      }
    } catch (IOException unknown) {
      return false;
    }
  }
}
