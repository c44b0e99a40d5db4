package dev.holdfast.lab.sim;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/** What happened, for people; kept only where somebody will read it. */
final class Trace {
  /** What is another one in every process: in a client's id, and in words. */
  private static final Pattern PROCESS =
      Pattern.compile("\\bsim/[^/ ]+/[0-9]+/| on \\S+ \\(process [0-9]+\\)");

  private final VirtualTime time;
  private final boolean kept;
  private final List<String> lines = new ArrayList<>();

  Trace(VirtualTime time, boolean kept) {
    this.time = time;
    this.kept = kept;
  }

  void add(String who, Supplier<String> what) {
    if (kept) {
      String text = PROCESS.matcher(what.get()).replaceAll("");
      lines.add(String.format(Locale.ROOT, "%11.6f  %-7s %s", time.now() / 1e9, who, text));
    }
  }

  List<String> lines() {
    return List.copyOf(lines);
  }

  /** Ids without what differs from machine to machine: {@code c1/host/4711/c1x2/7} is c1x2/7. */
  static String shortened(String id) {
    String[] parts = id.split("/", -1);
    return parts.length == 5 ? parts[3] + "/" + parts[4] : id;
  }
}
