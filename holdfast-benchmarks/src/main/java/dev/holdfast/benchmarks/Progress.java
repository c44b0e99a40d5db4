package dev.holdfast.benchmarks;

import java.io.PrintStream;

/** Where a run stands: one line that is written over on a terminal, lines of its own elsewhere. */
final class Progress {
  private final PrintStream out;
  private final boolean terminal;
  private boolean pending;

  Progress(PrintStream out, boolean terminal) {
    this.out = out;
    this.terminal = terminal;
  }

  /** Shows what is going on, in place of what was shown before. */
  void show(String what) {
    if (terminal) {
      out.print("\r\033[K" + what);
      pending = true;
    }
    out.flush();
  }

  /** Shows the end of a step; without a terminal these are the only lines. */
  void step(String what) {
    if (terminal) {
      show(what);
    } else {
      out.println(what);
    }
  }

  /** Says something that stays. */
  void say(String what) {
    clear();
    out.println(what);
  }

  /** Makes room for other output. */
  void clear() {
    if (pending) {
      out.print("\r\033[K");
      out.flush();
      pending = false;
    }
  }
}
