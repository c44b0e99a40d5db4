package dev.holdfast.lab.score;

import java.util.List;
import java.util.Locale;
import java.util.Objects;

/** All measurements, by the names that they have on the command line. */
public enum Measures {
  MATRIX("each operation under each answer of the server", new Matrix()),
  RECOVERY("a death, a restart, a lost push: when the next is granted", new Recovery()),
  FAILOVER("a master that dies, behind Sentinels and in a cluster", new Failovers()),
  PAUSE("a holder that stands still for longer than its lease", new Pause()),
  LOAD("many leases, renewed for long", new ManyLeases()),
  WAITERS("many clients that wait for one name", new ManyWaiters());

  private final String sentence;

  @SuppressWarnings("ImmutableEnumChecker") // without state
  private final Measure measure;

  Measures(String sentence, Measure measure) {
    this.sentence = sentence;
    this.measure = measure;
  }

  /** What it is called on the command line. */
  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** What it looks at. */
  public String sentence() {
    return sentence;
  }

  public Measure measure() {
    return measure;
  }

  /** Those of these ids, joined by commas, or all of them. */
  public static List<Measures> named(String ids) {
    return ids.equals("all")
        ? List.of(values())
        : List.of(ids.split(",", -1)).stream().map(Measures::of).toList();
  }

  private static Measures of(String id) {
    for (Measures each : values()) {
      if (Objects.equals(each.id(), id)) {
        return each;
      }
    }
    throw new IllegalArgumentException("there is no measurement '" + id + "'");
  }
}
