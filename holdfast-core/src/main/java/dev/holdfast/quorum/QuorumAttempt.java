package dev.holdfast.quorum;

import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.KeepAlive;
import dev.holdfast.spi.Mode;
import dev.holdfast.spi.Standing;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * One attempt as it stands with all members: it asks, waits, holds, or is over. Thread-safe; no
 * lock is held while a member is asked.
 *
 * <ol>
 *   <li>{@link #acquire}: {@link InitialAsk} asks all members; one of them may queue it.
 *   <li>{@link #queued}, {@link #ticketCame}: it waits there, until that member hands it the name.
 *   <li>{@link MajorityCollector}: with that ticket it asks the others until enough members hold.
 *   <li>{@link GrantCheck}, {@link #granted}: a majority has its stamp, no clock was stepped.
 *   <li>{@link #again}: {@link QuorumKeepAlive} keeps its place or its hold alive.
 *   <li>{@link #lost} or a release ends it at all members; it is never granted again.
 * </ol>
 */
final class QuorumAttempt {
  /*
   * - A hold is granted when a majority holds it, and lasts while one does: another's majority would
   *   have a member in common with it.
   * - Members grant in their own order, so two attempts may each get some members and neither a
   *   majority. Therefore one member comes first for each name, of those that answer: there alone is
   *   the queue, and an attempt without a hold there lets go of the others. The hold there is a
   *   ticket: its attempt asks the others again and again, with growing random pauses. Clients that
   *   disagree about which member it is only take longer.
   * - All members are asked for the same stamp, which each grants unless its next one is higher. The
   *   stamp is the highest of those that were granted; if fewer than a majority granted just that, it
   *   is written back to members that hold the attempt until a majority has it, before the grant is
   *   told: any later majority has one of these members, whose next stamp is higher. (To write it to
   *   other members is not enough: a newer hold may stand there already, with a lower stamp.)
   * - A member that missed the grant is asked again only when a majority has just renewed.
   * - A hold that was given up is never relied on again: a repair may come so late that it completes
   *   a majority of an old hold after another client's hold.
   */
  private enum State {
    ASKING,
    WAITING,
    HELD,
    OVER
  }

  private static final long NANOS_PER_MILLI = 1_000_000;

  private final Members panel;
  private final Consumer<QuorumAttempt> forgetting;
  private final String name;
  private final String attempt;
  private final MemberHolds holds;
  private final StampWriter stampWriter;
  private final GrantCheck grantCheck;
  private final MajorityCollector collector;
  private final QuorumKeepAlive upkeep;
  private final long begunAt;
  private final PendingModeChanges changes = new PendingModeChanges();
  private final Guard guard = new Guard();
  private AcquireRequest request;
  private State state = State.ASKING;
  private int head = -1;
  private boolean ticket;
  private boolean ticketCame; // before it was known that this waits
  private long sentAt;
  private long askedAt; // when the client last asked, and may count what is left from
  private long stamp;
  private Mode mode;
  private long validUntil;
  private CompletableFuture<Standing> asking = CompletableFuture.completedFuture(null);

  QuorumAttempt(Members panel, AcquireRequest request, Consumer<QuorumAttempt> forgetting) {
    this.panel = panel;
    this.forgetting = forgetting;
    this.name = request.name();
    this.attempt = request.attempt();
    this.request = request;
    this.mode = request.mode();
    this.sentAt = request.sentAt();
    this.begunAt = panel.pace().nanos();
    this.askedAt = begunAt;
    this.holds = new MemberHolds(panel, name, attempt);
    this.stampWriter = new StampWriter(panel, holds, name, attempt);
    this.grantCheck = new GrantCheck(panel, this, holds, stampWriter);
    this.collector = new MajorityCollector(panel, this, holds);
    this.upkeep = new QuorumKeepAlive(panel, this, holds, collector);
  }

  String name() {
    return name;
  }

  String attempt() {
    return attempt;
  }

  boolean isHeld() {
    return guard.look(() -> state == State.HELD);
  }

  /** Whether it neither holds nor is over. */
  boolean isAsking() {
    return guard.look(() -> state == State.ASKING || state == State.WAITING);
  }

  boolean isOver() {
    return guard.look(() -> state == State.OVER);
  }

  /** Whether it waits, has the ticket, and asks the others. */
  boolean isNext() {
    return guard.look(() -> state == State.WAITING && ticket);
  }

  /** On how many members it is known to hold. */
  int nodes() {
    return isHeld() ? holds.nodes() : 0;
  }

  AcquireRequest request() {
    return guard.look(() -> request);
  }

  // ---- asking ----

  CompletableFuture<Standing> acquire(AcquireRequest asked) {
    asked();
    CompletableFuture<Standing> mine = new CompletableFuture<>();
    CompletableFuture<Standing> turn =
        guard.look(
            () -> {
              if (state == State.ASKING && asking.isDone()) {
                asking = mine;
              }
              return asking;
            });
    if (turn == mine) {
      Promises.pass(new InitialAsk(panel, this, holds, collector).enter(asked, List.of()), mine);
      return mine;
    }
    if (!turn.isDone()) {
      return turn.handle((standing, error) -> true).thenCompose(done -> acquire(asked));
    }
    return again(new KeepAlive.Place(name, attempt, asked.placeMillis(), asked.sentAt()));
  }

  /** The client asks now: it counts what is left of a grant from here, and so must the answer. */
  void asked() {
    long now = panel.pace().nanos();
    guard.change(() -> askedAt = now - askedAt > 0 ? now : askedAt);
  }

  /** Before any member was asked for it. */
  long begunAt() {
    return begunAt;
  }

  /** Asks a member without the queue to grant this stamp, at once or not at all. */
  AcquireRequest trying(long leaseMillis, long stamp) {
    return guard.look(
        () ->
            new AcquireRequest(
                    name,
                    attempt,
                    mode,
                    false,
                    leaseMillis,
                    request.claimMillis(),
                    request.placeMillis(),
                    request.sentAt())
                .proposing(stamp));
  }

  /** What asks the queue's member for the place or the ticket, and lengthens neither hold. */
  KeepAlive place() {
    return guard.look(() -> new KeepAlive.Place(name, attempt, request.placeMillis(), sentAt));
  }

  /** An answer that came after its round was over. */
  void late(int member, Standing standing) {
    if (standing instanceof Standing.Holding holding) {
      holds.late(member, holding, head());
    }
  }

  /** It is about to ask, and this member first. */
  void entering(AcquireRequest asked, int first) {
    guard.change(
        () -> {
          request = asked;
          head = first;
        });
  }

  /** It waits in the queue. */
  CompletableFuture<Standing> queued(Standing.Queued standing) {
    boolean came =
        guard.look(
            () -> {
              if (state == State.ASKING) {
                state = State.WAITING;
                ticket = ticketCame;
              }
              return ticket;
            });
    if (came) {
      collector.begin();
    }
    return CompletableFuture.completedFuture(standing);
  }

  /** The queue's member had processed a request that was sent then. */
  private void heard(long sent) {
    if (sent - sentAt > 0) {
      sentAt = sent;
    }
  }

  /** The queue's member has handed the name to this attempt. */
  void ticketCame(int member, long echoed) {
    boolean now =
        guard.look(
            () -> {
              if (member != head) {
                return false;
              }
              heard(echoed);
              ticketCame |= state == State.ASKING;
              ticket |= state == State.WAITING;
              return state == State.WAITING;
            });
    if (now) {
      collector.begin();
    }
  }

  /** The queue's member has answered a keep-alive of the place. */
  void heardOf(KeepAlive.Place place) {
    guard.change(() -> heard(place.sentAt()));
  }

  /** The queue's member says that the name is handed to this attempt. */
  void ticketSeen() {
    guard.change(() -> ticket = true);
  }

  /** The ticket has expired. */
  void ticketLost() {
    guard.change(() -> ticket = false);
  }

  /** Some quick rounds got no majority: an attempt that waits goes on in the background. */
  CompletableFuture<Standing> unserved(Standing.Queued queued) {
    if (!request().waits()) {
      return lost(new Standing.Absent(queued.holdRemainingMillis(), queued.holder(), false));
    }
    guard.change(() -> state = state == State.ASKING ? State.WAITING : state);
    collector.later(0);
    return CompletableFuture.completedFuture(queued);
  }

  // ---- the grant ----

  /** Enough members hold, for certain, and a majority has this stamp. */
  CompletableFuture<Standing> granted(Tally tally, long top, long startedAt) {
    long until = startedAt + tally.validMillis() * NANOS_PER_MILLI;
    State before =
        guard.look(
            () -> {
              State was = state;
              if (was != State.OVER) {
                state = State.HELD;
                ticket = false;
                stamp = top;
                validUntil = until;
              }
              return was;
            });
    if (before == State.OVER) {
      return NoMajority.ended();
    }
    holds.kept();
    long countedFrom = guard.look(() -> askedAt - startedAt > 0 ? askedAt : startedAt);
    long left = Math.max(0, (until - countedFrom) / NANOS_PER_MILLI);
    Standing.Holding granted = holding(tally, left);
    if (before == State.WAITING) {
      panel.listener().granted(name, attempt, granted, guard.look(() -> sentAt));
    }
    return CompletableFuture.completedFuture(granted);
  }

  private Standing.Holding holding(Tally tally, long millis) {
    return guard.look(() -> new Standing.Holding(stamp, millis, tally.othersWait(), mode));
  }

  // ---- keeping alive ----

  /** Where the attempt stands now, for a client that waits or asks again. */
  CompletableFuture<Standing> again(KeepAlive asked) {
    State now = guard.look(() -> state);
    return switch (now) {
      case WAITING -> upkeep.look(asked);
      case HELD -> upkeep.renew(asked);
      case ASKING ->
          CompletableFuture.completedFuture(
              NoMajority.unknown(name, "it has not been answered yet"));
      case OVER -> NoMajority.ended();
    };
  }

  /** One request of several that are sent together. */
  KeepAliveRequest renewal(KeepAlive asked) {
    return new KeepAliveRequest(panel, this, upkeep, asked);
  }

  /** What a renewal needs to know of a hold. */
  record Present(long stamp, Mode mode, long validUntil, List<Long> stamps, long turns) {}

  Present present() {
    long turns = changes.turns(); // first: what is known is no older
    return guard.look(() -> new Present(stamp, mode, validUntil, holds.stamps(), turns));
  }

  PendingModeChanges changes() {
    return changes;
  }

  /** A majority has renewed, in this mode. */
  Standing.Holding renewed(Tally tally, Mode in, long startedAt) {
    long millis = tally.of(in).validMillis();
    holds.learnAll(tally);
    guard.change(() -> validUntil = Math.max(validUntil, startedAt + millis * NANOS_PER_MILLI));
    return holding(tally, millis);
  }

  /** A majority has taken down a new stamp. */
  void restamped(long newStamp) {
    guard.change(() -> stamp = Math.max(stamp, newStamp));
  }

  /** A majority has changed, and taken down the new stamp. */
  void changed(long newStamp, Mode newMode) {
    guard.change(
        () -> {
          stamp = Math.max(stamp, newStamp);
          mode = newMode;
        });
  }

  // ---- the end ----

  /**
   * It has neither ticket nor place any more, lets go of all that members may have of it, and is
   * answered {@code told}; unless it was granted meanwhile, which then counts, or ended by another
   * thread, which is told what members had.
   */
  CompletableFuture<Standing> lost(Standing.Absent told) {
    State before =
        guard.look(
            () -> {
              State was = state;
              state = was == State.HELD ? State.HELD : State.OVER;
              return was;
            });
    if (before == State.HELD) {
      return again(place());
    }
    if (before != State.OVER) {
      end();
      holds.dropAll(head());
    }
    return CompletableFuture.completedFuture(told);
  }

  /** It holds nothing any more, and is granted nothing again. */
  void end() {
    guard.change(() -> state = State.OVER);
    holds.end();
    forgetting.accept(this);
  }

  MemberHolds memberHolds() {
    return holds;
  }

  StampWriter stampWriter() {
    return stampWriter;
  }

  GrantCheck grantCheck() {
    return grantCheck;
  }

  int head() {
    return guard.look(() -> head);
  }
}
