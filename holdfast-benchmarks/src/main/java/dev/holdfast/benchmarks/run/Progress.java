package dev.holdfast.benchmarks.run;

import java.io.PrintStream;

/** Where a run stands: one line that is written over on a terminal, lines of its own elsewhere. */
public final class Progress {
  private final PrintStream out;
  private final boolean terminal;
  private boolean pending;

  public Progress(PrintStream out, boolean terminal) {
    this.out = out;
    this.terminal = terminal;
  }

  /** Shows what is going on, in place of what was shown before. */
  public void show(String what) {
    if (terminal) {
      out.print("\r\033[K" + what);
      pending = true;
    }
    out.flush();
  }

  /** Shows the end of a step; without a terminal these are the only lines. */
  public void step(String what) {
    if (terminal) {
      show(what);
    } else {
      out.println(what);
    }
  }

  /** Says something that stays. */
  public void say(String what) {
    clear();
    out.println(what);
  }

  /** Makes room for other output. */
  public void clear() {
    if (pending) {
      out.print("\r\033[K");
      out.flush();
      pending = false;
    }
  }
}
