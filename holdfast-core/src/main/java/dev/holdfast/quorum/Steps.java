package dev.holdfast.quorum;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The steps forward of its members' clocks that one client has seen, and whose they were. One that
 * all members made alike, at the same time, was the client's own: its time stood still, as that of
 * a virtual machine does which is stopped. Thread-safe.
 */
final class Steps {
  /*
   * A client compares clocks with its own time, so it cannot tell that a member's clock went forward
   * from that its own stood still. But members are independent of each other, and the client's time
   * is compared with all of theirs. So a step is the client's if every member that answers was seen
   * to step by the same amount, as far as that is known, in intervals of time that have an instant
   * in common, and if these are a majority; and it is a member's if another member was asked for its
   * clock after the step had been seen, and had not stepped. Until then it counts as the member's.
   * What was decided is remembered for clocks that are asked later: of a member that was away, or
   * another one of a member that has several.
   */
  private enum Whose {
    UNKNOWN,
    MEMBERS,
    CLIENTS
  }

  private static final int REMEMBERED = 8;

  private final int enough;
  private final long recentNanos;
  private final Guard guard = new Guard();
  private final List<Sight> sights = new ArrayList<>();
  private final Deque<Standstill> standstills = new ArrayDeque<>();

  /** What is known of one member's clocks. */
  private static final class Sight {
    boolean heard;
    long askedAt;
    @Nullable Step last;
  }

  /** A step of one clock of a member. */
  static final class Step {
    private final int member;
    private final long least;
    private final long most;
    private final long after;
    private final long seenAt;
    private Whose whose = Whose.UNKNOWN;

    /**
     * One that was seen now.
     *
     * @param least by how many nanoseconds it went forward at least
     * @param most and at most
     * @param after when its clock was last asked for before it, or last seen to step
     */
    Step(int member, long least, long most, long after, long seenAt) {
      this.member = member;
      this.least = least;
      this.most = most;
      this.after = after;
      this.seenAt = seenAt;
    }

    private Interval sizes() {
      return new Interval(least, most);
    }

    private Interval times() {
      return new Interval(after, seenAt);
    }
  }

  /** Numbers of which only the difference has a meaning. */
  private record Interval(long from, long to) {
    Interval with(Interval other) {
      return new Interval(
          from - other.from > 0 ? from : other.from, to - other.to < 0 ? to : other.to);
    }

    boolean isEmpty() {
      return to - from <= 0;
    }
  }

  /** When the client's time stood still, and for how long. */
  private record Standstill(Interval sizes, Interval times) {
    Standstill with(Step step) {
      return new Standstill(sizes.with(step.sizes()), times.with(step.times()));
    }

    boolean isPossible() {
      return !sizes.isEmpty() && !times.isEmpty();
    }
  }

  /**
   * Of a new client.
   *
   * @param members how many there are
   * @param recentNanos a member whose clock was not heard of for so long does not answer
   */
  Steps(int members, long recentNanos) {
    this.enough = members / 2 + 1;
    this.recentNanos = recentNanos;
  }

  /** The next member's number. */
  int nextMember() {
    return guard.look(
        () -> {
          sights.add(new Sight());
          return sights.size() - 1;
        });
  }

  /**
   * A clock of the member was heard of.
   *
   * @param askedAt when it was asked for
   * @param step what it had done since the last time; null if it had gone on as it should
   */
  void heard(int member, long askedAt, @Nullable Step step) {
    guard.change(
        () -> {
          Sight sight = sights.get(member);
          sight.askedAt = sight.heard && sight.askedAt - askedAt > 0 ? sight.askedAt : askedAt;
          sight.heard = true;
          sight.last = step == null ? sight.last : step;
          judgeAll(askedAt); // now: when another step is the last one, it looks otherwise
        });
  }

  /** Whether it was this client's time that stood still. */
  boolean isClients(Step step, long now) {
    return guard.look(
        () -> {
          judge(step, now);
          return step.whose == Whose.CLIENTS;
        });
  }

  /** Whether it is not known yet of some step whose it was, since other members were not asked. */
  boolean areUndecided(long now) {
    return guard.look(
        () -> {
          judgeAll(now);
          return sights.stream()
              .anyMatch(sight -> sight.last != null && sight.last.whose == Whose.UNKNOWN);
        });
  }

  private void judgeAll(long now) {
    for (Sight sight : sights) {
      if (sight.last != null) {
        judge(sight.last, now);
      }
    }
  }

  private void judge(Step step, long now) {
    if (step.whose != Whose.UNKNOWN) {
      return;
    }
    if (standstills.stream().anyMatch(known -> known.with(step).isPossible())) {
      step.whose = Whose.CLIENTS;
      return;
    }
    Standstill together = new Standstill(step.sizes(), step.times());
    List<Step> alike = new ArrayList<>(List.of(step));
    boolean all = true;
    for (int other = 0; other < sights.size(); other++) {
      Sight sight = sights.get(other);
      if (other == step.member || !sight.heard) {
        continue;
      }
      Step last = sight.last;
      if (last != null && last.whose == Whose.UNKNOWN && together.with(last).isPossible()) {
        together = together.with(last);
        alike.add(last);
      } else if (sight.askedAt - step.seenAt >= 0) {
        step.whose = Whose.MEMBERS;
        return;
      } else {
        all &= now - sight.askedAt > recentNanos;
      }
    }
    if (all && alike.size() >= enough) {
      alike.forEach(each -> each.whose = Whose.CLIENTS);
      standstills.addLast(together);
      if (standstills.size() > REMEMBERED) {
        standstills.removeFirst();
      }
    }
  }
}
