package dev.holdfast.spi;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * One thing that was seen of a store, and what it means for locks. Texts are for people, in plain
 * words, without passwords.
 *
 * @param level how bad it is
 * @param subject what was looked at, in a word or two; of one server each subject comes once
 * @param seen what was seen; where the store does not let one look, that it cannot be seen
 * @param meaning what that means for locks
 * @param advice what to do; empty if there is nothing to do
 * @param limits when a claim does not hold because of this, as the end of a sentence that begins
 *     with "it does not hold when"; claims that are not limited by this are missing
 */
public record Finding(
    Level level,
    String subject,
    String seen,
    String meaning,
    String advice,
    Map<Guarantee, String> limits) {
  /** How bad it is; later ones are worse. */
  public enum Level {
    /** As it should be. */
    OK,
    /** Worth knowing; nothing needs to be done. */
    NOTE,
    /** Locks work, but less is promised than could be, or trouble is near. */
    WARNING,
    /** Locks do not work here, or break in normal operation. */
    PROBLEM
  }

  /** Checks that nothing is missing. */
  public Finding {
    Objects.requireNonNull(level, "level");
    Objects.requireNonNull(subject, "subject");
    Objects.requireNonNull(seen, "seen");
    Objects.requireNonNull(meaning, "meaning");
    Objects.requireNonNull(advice, "advice");
    limits = Map.copyOf(limits);
  }

  /** Something that is as it should be. */
  public static Finding ok(String subject, String seen, String meaning) {
    return new Finding(Level.OK, subject, seen, meaning, "", Map.of());
  }

  /** Something worth knowing. */
  public static Finding note(String subject, String seen, String meaning) {
    return new Finding(Level.NOTE, subject, seen, meaning, "", Map.of());
  }

  /** Something that makes less of locks than they could be. */
  public static Finding warning(String subject, String seen, String meaning, String advice) {
    return new Finding(Level.WARNING, subject, seen, meaning, advice, Map.of());
  }

  /** Something with which locks do not work. */
  public static Finding problem(String subject, String seen, String meaning, String advice) {
    return new Finding(Level.PROBLEM, subject, seen, meaning, advice, Map.of());
  }

  /**
   * What was found of several servers, in as few findings as it takes: what is true of all of them
   * is said once, and what is true of some says of which; the worst of a subject comes first.
   *
   * @param byServer what was found of each, in the order in which they are named
   */
  public static List<Finding> together(Map<String, List<Finding>> byServer) {
    return FindingMerger.of(byServer);
  }

  /** The same with what to do. */
  public Finding advise(String what) {
    return new Finding(level, subject, seen, meaning, what, limits);
  }

  /** The same, where a claim does not hold when this happens. */
  public Finding limit(Guarantee claim, String when) {
    Map<Guarantee, String> more = new EnumMap<>(Guarantee.class);
    more.putAll(limits);
    more.put(claim, when);
    return new Finding(level, subject, seen, meaning, advice, more);
  }
}
