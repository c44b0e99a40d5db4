package dev.holdfast.quorum;

import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.KeepAlive;
import dev.holdfast.spi.ReleaseRequest;
import dev.holdfast.spi.Standing;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** What each member has of one attempt, as far as it said so. Thread-safe. */
final class MemberHolds {
  private static final long MARK_MILLIS = 60_000;

  private final Members panel;
  private final String name;
  private final String attempt;
  private final Guard guard = new Guard();
  private final long[] stamps;
  private final boolean[] has;
  private final int[] open; // how many askings for a hold are not answered
  private final boolean[] unsure; // an asking for a hold failed, which may arrive yet
  // What lets go of a hold there: nothing is asked of that member before it is over, as it would
  // end what was granted meanwhile.
  private final CompletableFuture<?>[] dropping;
  private Late late = Late.COUNTED;
  private boolean over;

  /** What becomes of a hold of which a member tells when its answer is not waited for any more. */
  private enum Late {
    /** Members are being asked, one perhaps the second time: the newer answer decides. */
    COUNTED,
    /** Too few had it: it is let go of. */
    IN_VAIN,
    /** It is granted: another member has it, too. */
    KEPT
  }

  MemberHolds(Members panel, String name, String attempt) {
    this.panel = panel;
    this.name = name;
    this.attempt = attempt;
    this.stamps = new long[panel.size()];
    this.has = new boolean[panel.size()];
    this.open = new int[panel.size()];
    this.unsure = new boolean[panel.size()];
    this.dropping = new CompletableFuture<?>[panel.size()];
    Arrays.fill(dropping, CompletableFuture.completedFuture(true));
  }

  /** Asks a member for a hold. */
  CompletableFuture<Standing> ask(int member, AcquireRequest asked) {
    CompletableFuture<?> before =
        guard.look(
            () -> {
              open[member]++;
              return dropping[member];
            });
    return before
        .thenCompose(done -> panel.member(member).<Standing>ask(session -> session.acquire(asked)))
        .whenComplete(
            (standing, error) -> {
              boolean orphan =
                  guard.look(
                      () -> {
                        open[member]--;
                        unsure[member] |= error != null;
                        has[member] |= standing instanceof Standing.Holding;
                        return error != null && over && late == Late.IN_VAIN;
                      });
              if (orphan) {
                drop(member, false);
              }
            });
  }

  /** Renews or changes the hold that a member has, or keeps the place. */
  CompletableFuture<Standing> keep(int member, KeepAlive asked) {
    return panel
        .member(member)
        .renew(session -> session.keepAlive(List.of(asked)).thenApply(answers -> answers.get(0)));
  }

  /** Remembers what each member said it has. */
  void learn(Tally tally) {
    guard.change(
        () -> {
          for (int i = 0; i < stamps.length; i++) {
            Standing.Holding holding = tally.holding(i);
            if (holding != null) {
              has[i] = true;
              stamps[i] = holding.stamp();
            } else if (tally.at(i) != null) {
              has[i] = false;
            }
          }
        });
  }

  /** The same after a renewal: a member that did not answer may have lost it. */
  void learnAll(Tally tally) {
    learn(tally);
    guard.change(
        () -> {
          for (int i = 0; i < has.length; i++) {
            has[i] = tally.holding(i) != null;
          }
        });
  }

  /** Members are about to be asked, and what they say is to be counted together. */
  void count() {
    guard.change(() -> late = Late.COUNTED);
  }

  /** Enough of them had it. */
  void kept() {
    guard.change(() -> late = Late.KEPT);
  }

  /** Too few of them had it: lets go of it wherever it is, but for the member with the ticket. */
  void inVain(Tally tally, int head) {
    List<Integer> others = new ArrayList<>();
    guard.change(
        () -> {
          late = Late.IN_VAIN;
          for (int i = 0; i < has.length; i++) {
            if (i != head && has[i] && tally.holding(i) == null) {
              others.add(i);
            }
          }
        });
    for (int member : tally.holders()) {
      if (member != head) {
        drop(member, false);
      }
    }
    others.forEach(member -> drop(member, true));
  }

  /**
   * A member said late that it has granted the hold. If a release ended the attempt while it was
   * counted or granted, that release lets go of it everywhere and must learn where it was; so this
   * does not let go of it first.
   */
  void late(int member, Standing.Holding holding, int head) {
    boolean useless =
        guard.look(
            () -> {
              has[member] = true;
              stamps[member] = holding.stamp();
              return late == Late.IN_VAIN && (over || member != head);
            });
    if (useless) {
      drop(member, true);
    }
  }

  /** How many members have it. */
  int nodes() {
    return guard.look(
        () -> {
          int count = 0;
          for (boolean each : has) {
            count += each ? 1 : 0;
          }
          return count;
        });
  }

  /**
   * How many members may still be counted. Where too few may, the attempt has to end: another one
   * can be granted what this one cannot, and none is while this one keeps the ticket.
   */
  int countable() {
    return guard.look(
        () -> {
          int count = 0;
          for (CompletableFuture<?> each : dropping) {
            count += each.isCompletedExceptionally() ? 0 : 1;
          }
          return count;
        });
  }

  /** The stamps that the members last said. */
  List<Long> stamps() {
    return guard.look(() -> Arrays.stream(stamps).boxed().toList());
  }

  /** Whether a member may have granted, or may yet grant, what it has not said. */
  boolean isUnsure(int member) {
    return guard.look(() -> open[member] > 0 || unsure[member]);
  }

  /** From now on nothing is granted any more. */
  void end() {
    guard.change(() -> over = true);
  }

  /**
   * Lets go of whatever members may have, now that it is over.
   *
   * @param head a member that may have a place
   */
  void dropAll(int head) {
    List<Integer> possible = new ArrayList<>();
    for (int member : panel.order(name)) {
      if (member == head || guard.look(() -> has[member]) || isUnsure(member)) {
        possible.add(member);
      }
    }
    drop(possible);
  }

  /** Lets go of what these members may have, without waiting for them. */
  void drop(List<Integer> members) {
    members.forEach(member -> drop(member, false));
  }

  /**
   * Lets go of what a member may have.
   *
   * @param unlessAsked not if it was asked again since: its answer will be looked at
   */
  private void drop(int member, boolean unlessAsked) {
    CompletableFuture<Boolean> dropped = new CompletableFuture<>();
    // If that fails it may come later still, so that the member cannot be counted any more.
    guard
        .look(() -> beginDropping(member, unlessAsked, dropped))
        .ifPresent(
            release ->
                Promises.pass(
                    panel.member(member).<Boolean>ask(session -> session.release(release)),
                    dropped));
  }

  private Optional<ReleaseRequest> beginDropping(
      int member, boolean unlessAsked, CompletableFuture<Boolean> dropped) {
    if (unlessAsked && open[member] > 0) {
      return Optional.empty();
    }
    has[member] = false;
    dropping[member] = dropping[member].thenCombine(dropped, (before, now) -> true);
    boolean overtaking = over && (open[member] > 0 || unsure[member]);
    return Optional.of(new ReleaseRequest(name, attempt, 0, overtaking, MARK_MILLIS));
  }
}
