package dev.holdfast.quorum;

import dev.holdfast.spi.Mode;
import dev.holdfast.spi.Standing;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the members' answers about one attempt come to together. Immutable. */
final class Tally {
  // What a clock may lose against another: one in a hundred, and a tick of each.
  private static final long DRIFT_FRACTION = 100;
  private static final long DRIFT_MILLIS = 2;

  private final Members panel;
  private final @Nullable Standing[] answers;
  private final List<Integer> holders;

  /** Of the answers by member; null where there is none. */
  Tally(Members panel, @Nullable Standing[] answers) {
    this.panel = panel;
    this.answers = answers.clone();
    this.holders = new ArrayList<>();
    for (int i = 0; i < answers.length; i++) {
      if (answers[i] instanceof Standing.Unknown) {
        this.answers[i] = null;
      } else if (answers[i] instanceof Standing.Holding) {
        holders.add(i);
      }
    }
  }

  static Tally of(Members panel, Round<Standing> round) {
    @Nullable Standing[] answers = new Standing[panel.size()];
    for (int i = 0; i < answers.length; i++) {
      answers[i] = round.answer(i);
    }
    return new Tally(panel, answers);
  }

  /** This with newer answers in the place of older ones. */
  Tally with(Tally newer) {
    @Nullable Standing[] merged = answers.clone();
    for (int i = 0; i < merged.length; i++) {
      merged[i] = newer.answers[i] == null ? merged[i] : newer.answers[i];
    }
    return new Tally(panel, merged);
  }

  /** This without what these members answered. */
  Tally without(List<Integer> members) {
    @Nullable Standing[] others = answers.clone();
    members.forEach(member -> others[member] = null);
    return new Tally(panel, others);
  }

  @Nullable Standing at(int member) {
    return answers[member];
  }

  Standing.@Nullable Holding holding(int member) {
    return answers[member] instanceof Standing.Holding holding ? holding : null;
  }

  /** The members where the attempt holds. */
  List<Integer> holders() {
    return holders;
  }

  /** The members where it holds in this mode. */
  List<Integer> in(Mode mode) {
    return holders.stream().filter(member -> modeAt(member) == mode).toList();
  }

  private @Nullable Mode modeAt(int member) {
    Standing.Holding holding = holding(member);
    return holding == null ? null : holding.mode();
  }

  /**
   * What the answers come to for a lease in this mode: an exclusive one does not hold where it is
   * recorded as shared, since that keeps no reader away, though it is not gone there, either.
   */
  Tally of(Mode mode) {
    @Nullable Standing[] counted = answers.clone();
    for (int member : holders) {
      if (mode == Mode.EXCLUSIVE && modeAt(member) != mode) {
        counted[member] = null;
      }
    }
    return new Tally(panel, counted);
  }

  /** The members that say that it does not hold. */
  List<Integer> others() {
    List<Integer> others = new ArrayList<>();
    for (int i = 0; i < answers.length; i++) {
      if (answers[i] != null && holding(i) == null) {
        others.add(i);
      }
    }
    return others;
  }

  /** The members that remember that an operator ended the attempt. */
  List<Integer> broken() {
    List<Integer> broken = new ArrayList<>();
    for (int i = 0; i < answers.length; i++) {
      if (answers[i] instanceof Standing.Absent absent && absent.broken()) {
        broken.add(i);
      }
    }
    return broken;
  }

  /** The highest stamp of these members. */
  long top(List<Integer> of) {
    long top = 0;
    for (int member : of) {
      Standing.Holding holding = holding(member);
      top = holding == null ? top : Math.max(top, holding.stamp());
    }
    return top;
  }

  /** Those of these members that hold with this stamp. */
  List<Integer> at(long stamp, List<Integer> of) {
    List<Integer> at = new ArrayList<>();
    for (int member : of) {
      Standing.Holding holding = holding(member);
      if (holding != null && holding.stamp() == stamp) {
        at.add(member);
      }
    }
    return at;
  }

  /** For how long a majority holds, whatever clocks lose against each other; 0 if none does. */
  long validMillis() {
    if (holders.size() < panel.majority()) {
      return 0;
    }
    List<Long> left = new ArrayList<>();
    for (int member : holders) {
      Standing.Holding holding = holding(member);
      left.add(holding == null ? 0L : holding.remainingMillis());
    }
    left.sort(null);
    long millis = left.get(left.size() - panel.majority());
    return Math.max(0, millis - millis / DRIFT_FRACTION - DRIFT_MILLIS);
  }

  boolean othersWait() {
    for (int member : holders) {
      Standing.Holding holding = holding(member);
      if (holding != null && holding.othersWait()) {
        return true;
      }
    }
    return false;
  }

  /** That the attempt neither holds nor waits, and the holder instead. */
  Standing.Absent absent(List<Integer> order) {
    long remaining = 0;
    String holder = null;
    boolean broken = false;
    for (int member : order) {
      if (answers[member] instanceof Standing.Absent absent) {
        remaining = Math.max(remaining, absent.holdRemainingMillis());
        holder = holder == null ? absent.holder() : holder;
        broken |= absent.broken();
      } else if (answers[member] instanceof Standing.Queued queued) {
        remaining = Math.max(remaining, queued.holdRemainingMillis());
        holder = holder == null ? queued.holder() : holder;
      }
    }
    return new Standing.Absent(remaining, holder, broken);
  }
}
