package dev.holdfast.internal.hold;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import dev.holdfast.internal.text.Tokens;
import dev.holdfast.spi.ClientIdentity;
import dev.holdfast.spi.KeepAlive;
import dev.holdfast.spi.Mode;
import dev.holdfast.spi.Standing;
import org.jspecify.annotations.Nullable;

/**
 * A store-side hold of this client: its mode, stamp, tokens and deadline. When it is renewed is its
 * {@link RenewalSchedule}'s affair, and how long it may go on being lent its {@link
 * LendingPolicy}'s. Guarded by its name machine's lock; {@code deadline} may be read without it.
 *
 * <ol>
 *   <li>It begins with a grant: for a lease if the store was just asked, for the claim window if
 *       the name was handed over. In the second case a renewal, after at most 50 ms, claims the
 *       lease.
 *   <li>{@link #serve}: the first waiter gets it; later ones do by lending ({@link #mayServe}).
 *   <li>{@link #renewal}, {@link #renewed}: it is renewed in time, and the answer moves its
 *       deadline on. After a {@linkplain #renewalFailed failure} the renewal is repeated, and the
 *       deadline stands.
 *   <li>{@link #recalled}: another client waits, and a budget limits further lends.
 *   <li>{@link #isCertain}: no longer, from the deadline on.
 * </ol>
 */
public final class Hold {
  /*
   * Deadline (rules T1, T2): the send time of a request that the store had processed when it stated
   * the remaining time, plus that time, less the margin. A later answer may move it on, never back
   * (the store never shortens), and never once it has passed. More than the lease that was asked for
   * comes from a server's clock that was set back, and counts as that lease.
   *
   * Lending: a lend inherits the deadline that stands.
   *
   * Tokens: a hold that gets a new stamp has been this client's alone since the last one, so all
   * tokens between the two are its own to lend, which are 4,096 for each microsecond that it
   * lasted. It is asked for when half of the first stamp's tokens are used, and later when a
   * sixteenth is left.
   *
   * Mode: what the client relies on. It may believe less than the store grants, never more. So it
   * shares a hold at once, and tells the store until the store has understood; and it calls a hold
   * exclusive when the store has answered that it became so. A change that got no answer may still
   * arrive: it is undone by a change of the other kind, which asks for the mode that we believe in
   * and gives the hold a stamp that the late one does not know. Nothing is undone while it asks to
   * become exclusive: what looks like a leftover may be that very change, seen before its answer.
   *
   * The readers of a client share one shared hold. Other clients' readers may have stamps, and
   * tokens, between its own: a reader's token orders it against writers, not among readers. When it
   * becomes exclusive, its tokens begin at the new stamp, above all readers'.
   */
  private static final long LEAST_RESERVE = 2_048;
  private static final int RESERVE_PART = 16;

  public final String attemptId;
  public final long longestMillis; // that the store takes for its lease at most
  private LockSettings askedFor;
  private Mode mode;
  private Mode storesMode;
  private boolean becomingExclusive;
  private long stamp;
  private long nextToken;
  private long freshStampFrom;
  private volatile long deadline;
  private boolean claimed;
  private boolean ofSession;
  private boolean served;
  private final RenewalSchedule renewals;
  private final LendingPolicy lending;
  private @Nullable Throwable jeopardy;
  private volatile boolean endsWithItsLease;

  /**
   * As granted; {@code claimed} if it lasts for the lease already, not only for the claim window.
   */
  public Hold(
      String attemptId,
      LockSettings settings,
      Standing.Holding standing,
      long sentAt,
      boolean claimed,
      long now) {
    this.attemptId = attemptId;
    this.longestMillis = ClientIdentity.longestLeaseMillisOf(attemptId);
    this.askedFor = settings;
    this.mode = standing.mode();
    this.storesMode = standing.mode();
    this.stamp = standing.stamp();
    this.nextToken = Tokens.first(stamp);
    this.freshStampFrom = reserveFrom();
    this.claimed = claimed;
    this.renewals = new RenewalSchedule(sentAt);
    this.lending = new LendingPolicy(sentAt);
    this.deadline = deadlineOf(settings, standing, sentAt);
    lending.answered(standing.othersWait(), sentAt, settings, now);
    planRenewal(settings, now);
  }

  /** Notes that it ends with a session: no lease to claim, and less than one may be certain. */
  public void lastsForASession(LockSettings settings, Standing.Holding standing, long now) {
    ofSession = true;
    claimed = true;
    deadline = deadlineOf(settings, standing, renewals.lastContact());
    planRenewal(settings, now);
  }

  private long deadlineOf(LockSettings settings, Standing.Holding standing, long sentAt) {
    long most = ofSession ? Long.MAX_VALUE : Math.max(settings.grantMillis, askedFor.grantMillis);
    long millis = Math.min(standing.remainingMillis(), most);
    long remaining = MILLISECONDS.toNanos(millis) - settings.lockDelayNanos;
    return sentAt + remaining - settings.marginNanos(Math.max(0, remaining));
  }

  public Mode mode() {
    return mode;
  }

  /** Whether the store is asked now to make it exclusive, so that no other lease may share it. */
  public boolean isBecomingExclusive() {
    return becomingExclusive;
  }

  public long deadline() {
    return deadline;
  }

  public boolean isCertain(long now) {
    return deadline - now > 0;
  }

  /** Whether so little is certain that a user should not get it before the store has confirmed. */
  public boolean isThin(LockSettings settings, long now) {
    return deadline - now < MILLISECONDS.toNanos(settings.claimMillis) / 5;
  }

  /** Takes the next token. */
  public long nextToken() {
    return nextToken++;
  }

  /** From which token on a new stamp is asked for, so that it comes before the last one is lent. */
  private long reserveFrom() {
    long end = Tokens.last(stamp) + 1;
    return end - Math.max(LEAST_RESERVE, (end - nextToken) / RESERVE_PART);
  }

  /** Whether this waiter may get the hold without a word to the store. */
  public boolean mayServe(LockSettings next, long now) {
    // The first lease need not be of the request that it was asked for, if that has left. What was
    // asked for without a lock delay does not keep the name for one that wants it.
    return served ? mayLend(next, now) : next.lockDelayNanos <= askedFor.lockDelayNanos;
  }

  private boolean mayLend(LockSettings borrower, long now) {
    return hasTokens() && hasEnoughFor(borrower, now) && mayLendOn(borrower, now);
  }

  /** One is kept back for a holder that becomes a reader. */
  private boolean hasTokens() {
    return nextToken < Tokens.last(stamp);
  }

  /** Whether this waiter may get the hold as soon as a new stamp comes, which is asked for. */
  public boolean lacksOnlyTokensFor(LockSettings borrower, long now) {
    return renewals.isAskedFor(now)
        && !hasTokens()
        && hasEnoughFor(borrower, now)
        && mayLendOn(borrower, now);
  }

  /** Whether another one may still get it, as far as waiters elsewhere are concerned. */
  public boolean mayLendOn(LockSettings borrower, long now) {
    return !endsWithItsLease && lending.mayLend(borrower, now);
  }

  /** A hold that is not claimed yet will be, so a borrower needs what the first waiter does. */
  private boolean hasEnoughFor(LockSettings borrower, long now) {
    return claimed ? deadline - now >= renewalPauseNanos(borrower) : !isThin(borrower, now);
  }

  /** Notes that a waiter gets it; returns whether it is lent, and not the grant's first lease. */
  public boolean serve(LockSettings next, long now) {
    boolean lent = served;
    if (lent) {
      lending.lent();
      // Planned anew, for the last lease's settings may never have renewed; but nothing is put off.
      long planned = renewals.planned();
      renewals.keepContact();
      planRenewal(next, now);
      renewals.noLaterThan(planned);
      if (nextToken >= freshStampFrom) {
        renewNow(now);
      }
    } else {
      served = true;
      if (next != askedFor) {
        // The waiter it was asked for has left, and may have asked for less: it is claimed like a
        // hold that was handed over, which makes it what the next settings say.
        claimed = ofSession;
        planRenewal(next, now);
      }
    }
    return lent;
  }

  /** From now on asks the store every two seconds: it is lent, or lingers, or has no pushes. */
  public void keepContact(LockSettings settings, long now) {
    if (!renewals.isInContact()) {
      renewals.keepContact();
      planRenewal(settings, now);
    }
  }

  /**
   * From now on it lasts as these settings say, be it shorter: the client believes in no more at
   * once, and the next renewal asks for that.
   */
  public void extend(LockSettings settings, long now) {
    askedFor = settings;
    if (!ofSession) {
      claimed = false; // so that the next renewal asks for the whole time
      long whole = MILLISECONDS.toNanos(settings.grantMillis) - settings.lockDelayNanos;
      long latest = now + whole - settings.marginNanos(whole);
      if (latest - deadline < 0) {
        deadline = latest;
      }
    }
  }

  /** Ends it with the lease of this token; whether it may have a newer stamp than the token's. */
  public boolean endWithItsLease(long token) {
    endsWithItsLease = true;
    return token < Tokens.first(stamp) || nextToken >= freshStampFrom;
  }

  public boolean endsWithItsLease() {
    return endsWithItsLease;
  }

  public boolean othersWait() {
    return lending.othersWait();
  }

  /** Takes in a push that says that another client waits: the store will not say so again. */
  public void recalled(LockSettings settings, long now) {
    lending.recalled(settings, now);
  }

  public long renewAt() {
    return renewals.renewAt();
  }

  /** Whether it is to be renewed now, be it a little early. */
  public boolean isRenewalDue(long now) {
    return renewals.isDue(now);
  }

  /** The renewal to send now. */
  public KeepAlive renewal(String name, LockSettings settings) {
    renewals.sent();
    return mode == storesMode || becomingExclusive
        ? new KeepAlive.Hold(name, attemptId, millisFor(settings), nextToken >= freshStampFrom)
        : new KeepAlive.Change(name, attemptId, millisFor(settings), stamp, mode);
  }

  /** The request to give it a stamp that others have. */
  public KeepAlive.Raise raise(String name, LockSettings settings, long least) {
    renewals.sent();
    return new KeepAlive.Raise(name, attemptId, millisFor(settings), least);
  }

  private long millisFor(LockSettings settings) {
    return Math.min(claimed ? settings.leaseMillis : settings.grantMillis, longestMillis);
  }

  /** Goes on with the first token of its stamp, if it has not taken it yet. */
  public void beginStamp() {
    nextToken = Math.max(nextToken, Tokens.first(stamp));
  }

  /** Shares it from now on. */
  public void share(long now) {
    if (mode == Mode.EXCLUSIVE) {
      mode = Mode.SHARED;
      endsWithItsLease = false; // that lease was the writer's
      renewNow(now);
    }
  }

  /** The request to make it exclusive; no other lease shares it until that is answered. */
  public KeepAlive.Change upgrade(String name, LockSettings settings) {
    becomingExclusive = true;
    renewals.sent();
    long millis = Math.min(settings.grantMillis, longestMillis);
    return new KeepAlive.Change(name, attemptId, millis, stamp, Mode.EXCLUSIVE);
  }

  /**
   * Takes in the answer to a request to make it exclusive, before it is taken in as a renewal's;
   * {@code asked} is the stamp that it had.
   */
  public void upgraded(Standing.Holding standing, long asked) {
    becomingExclusive = false;
    if (standing.mode() == Mode.EXCLUSIVE && standing.stamp() > asked) {
      mode = Mode.EXCLUSIVE;
      nextToken = Tokens.first(standing.stamp());
    }
  }

  /** Takes in that a request to make it exclusive got no answer, and may still be granted. */
  public void upgradeFailed() {
    becomingExclusive = false;
    storesMode = Mode.EXCLUSIVE;
  }

  /** Whether the store says that it is less than the client believes. */
  public boolean isWeakenedBy(Standing.Holding standing) {
    return mode == Mode.EXCLUSIVE && standing.mode() == Mode.SHARED && standing.stamp() >= stamp;
  }

  /** Asks for a renewal at once. */
  public void renewNow(long now) {
    renewals.renewNow(now);
  }

  /** Takes in the answer to a renewal; returns whether it ended a jeopardy. */
  public boolean renewed(LockSettings settings, Standing.Holding standing, long sentAt, long now) {
    renewals.answered(sentAt);
    claimed = ofSession || isNearlyWhole(standing, settings);
    long renewedTo = deadlineOf(settings, standing, sentAt);
    if (renewedTo - deadline > 0) {
      deadline = renewedTo;
    }
    storesMode = standing.stamp() >= stamp ? standing.mode() : storesMode;
    if (standing.stamp() > stamp) {
      stamp = standing.stamp();
      if (mode == Mode.COUNTED) {
        nextToken = Tokens.first(stamp); // those in between may be another hold's
      }
      freshStampFrom = reserveFrom();
    }
    lending.answered(standing.othersWait(), sentAt, settings, now);
    planRenewal(settings, now);
    if (mode != storesMode && !becomingExclusive) {
      renewNow(now);
    }
    boolean wasInJeopardy = jeopardy != null;
    jeopardy = null;
    return wasInJeopardy;
  }

  /** Whether most of a lease is left. What was asked for may have been less, or refused. */
  private static boolean isNearlyWhole(Standing.Holding standing, LockSettings settings) {
    return standing.remainingMillis() >= settings.leaseMillis - settings.leaseMillis / 4;
  }

  /** Takes in that a renewal got no answer; returns whether this began a jeopardy. */
  public boolean renewalFailed(LockSettings settings, Throwable error, long now) {
    renewals.failed(settings, now);
    boolean began = jeopardy == null;
    jeopardy = error;
    return began;
  }

  @Nullable
  public Throwable jeopardy() {
    return jeopardy;
  }

  private void planRenewal(LockSettings settings, long now) {
    if (claimed) {
      renewals.plan(settings, renewalPauseNanos(settings));
    } else {
      renewals.planClaim(deadline, now);
    }
  }

  /** How long a renewal may be put off: a third of a lease, or of what is certain of a session. */
  private long renewalPauseNanos(LockSettings settings) {
    return ofSession
        ? Math.min(
            settings.renewNanos,
            Math.max(0, deadline - renewals.lastContact()) / LockSettings.RENEWALS_PER_LEASE)
        : settings.renewNanos;
  }
}
