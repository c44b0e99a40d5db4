package dev.holdfast.quorum;

import dev.holdfast.spi.StoreListener;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** The members from the view of one client, and how many of them are enough. Immutable. */
final class Members {
  /** How long a request for a hold is mostly on its way at most. */
  private static final long ON_THE_WAY_MICROS = 2_000;

  private final List<Member> members;
  private final MemberOrder memberOrder;
  private final int need;
  private final Pace pace;
  private final long patienceNanos;
  private final StoreListener listener;
  private final Steps steps;
  private final List<Integer> order;
  private final PerNameSerializer turns = new PerNameSerializer();

  Members(
      List<Member> members,
      MemberOrder memberOrder,
      int need,
      Pace pace,
      long patienceNanos,
      StoreListener listener,
      Steps steps) {
    this.members = List.copyOf(members);
    this.memberOrder = memberOrder;
    this.need = need;
    this.pace = pace;
    this.patienceNanos = patienceNanos;
    this.listener = listener;
    this.steps = steps;
    this.order = IntStream.range(0, members.size()).boxed().toList();
  }

  int size() {
    return members.size();
  }

  int majority() {
    return members.size() / 2 + 1;
  }

  /** How many must have granted a hold at first: a majority or more. */
  int need() {
    return need;
  }

  Member member(int index) {
    return members.get(index);
  }

  List<Member> members() {
    return members;
  }

  Pace pace() {
    return pace;
  }

  /** How long one member is waited for when enough others have answered. */
  long patienceNanos() {
    return patienceNanos;
  }

  /** Whether a clock was seen to step, and not all members were asked since whether theirs did. */
  boolean areStepsUndecided() {
    return steps.areUndecided(pace.nanos());
  }

  /** What this client does about each name. */
  PerNameSerializer turns() {
    return turns;
  }

  /** What is told of grants. */
  StoreListener listener() {
    return listener;
  }

  /** All members. */
  List<Integer> order() {
    return order;
  }

  /** All members, in the order in which they precede one another for this name. */
  List<Integer> order(String name) {
    return memberOrder.of(name);
  }

  /** The same, with this one at the end. */
  List<Integer> orderBefore(int last, String name) {
    List<Integer> all = new ArrayList<>(order(name));
    all.remove((Integer) last);
    all.add(last);
    return all;
  }

  /** The member whose queue a new attempt joins: the first that answers, of those not tried. */
  int first(String name, List<Integer> tried) {
    int unheard = -1;
    for (int member : order(name)) {
      if (tried.contains(member)) {
        continue;
      }
      if (!members.get(member).isSilent()) {
        return member;
      }
      unheard = unheard < 0 ? member : unheard;
    }
    return unheard;
  }

  /**
   * A stamp for a grant that is asked for now, which all members are to have: above what any clock
   * that is known shows by the time the request is there. 0 if no clock is known.
   */
  long proposedStamp(String name) {
    long most = 0;
    for (Member member : members) {
      most = member.isSilent() ? most : Math.max(most, member.clockAtMostMicros(name));
    }
    return most == 0 ? 0 : most + ON_THE_WAY_MICROS;
  }

  /** Whether enough members answer for a majority. */
  boolean isReachable() {
    return members.stream().filter(member -> !member.isSilent()).count() >= majority();
  }
}
