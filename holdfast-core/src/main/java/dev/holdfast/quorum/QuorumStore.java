package dev.holdfast.quorum;

import dev.holdfast.StoreException;
import dev.holdfast.spi.ClientIdentity;
import dev.holdfast.spi.Examination;
import dev.holdfast.spi.Finding;
import dev.holdfast.spi.Futures;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Mode;
import dev.holdfast.spi.StoreCapabilities;
import dev.holdfast.spi.StoreCapabilities.HoldKind;
import dev.holdfast.spi.StoreListener;
import dev.holdfast.spi.StoreSession;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/**
 * Several independent stores as one that outlives the failure of some of them: a lock is held when
 * a majority of them holds it.
 *
 * <p>All members are asked at the same time, and one that is dead or hangs is not waited for. The
 * stores may be of different kinds. What must be true for this to be safer than one store: the
 * members fail independently, and <b>one that has lost what it knew stays away until every lease of
 * its former life is over</b>. Therefore a member that was started lately grants nothing
 * {@linkplain #rejoiningAfter for as long as a lease lasts at most}; and for as long a client
 * counts nothing that a member grants whose clock it has seen stepped forward, if the store says
 * its clock. (If all members' clocks step by the same amount at once, it was the client's time that
 * stood still.) Whatever else makes a member forget is not seen: an operator who deletes its data,
 * an eviction, a failover behind its address.
 *
 * <p>There are mutexes and read-write locks. There are no semaphores: permits that are counted on
 * several members by majority do not add up to what one member would have given.
 *
 * <p>First come, first served holds as long as the same member answers all clients first; the order
 * may change when it fails. The members stay their owner's, and closing this store closes none of
 * them. Thread-safe.
 */
public final class QuorumStore implements LockStore {
  private static final int LEAST_MEMBERS = 3;
  private static final Duration USUAL_PATIENCE = Duration.ofMillis(250);
  private static final Duration USUAL_LONGEST_LEASE = Duration.ofMinutes(1);

  private final List<LockStore> stores;
  private final StoreCapabilities capabilities;
  private final int need;
  private final Duration patience;
  private final Duration longestLease;
  private final boolean owned;
  private final Supplier<Pace> paces;

  private QuorumStore(
      List<LockStore> stores,
      int need,
      Duration patience,
      Duration longestLease,
      boolean owned,
      Supplier<Pace> paces) {
    this.stores = List.copyOf(stores);
    this.capabilities = together(this.stores);
    this.need = need;
    this.patience = patience;
    this.longestLease = longestLease;
    this.owned = owned;
    this.paces = paces;
  }

  /**
   * A quorum of these stores. All clients must have the same members, in any order.
   *
   * @throws IllegalArgumentException if there are fewer than three, or an even number, or if holds
   *     of one of them end with a session
   */
  public static QuorumStore of(List<? extends LockStore> stores) {
    return create(stores, false);
  }

  static QuorumStore owning(List<? extends LockStore> stores) {
    return create(stores, true);
  }

  private static QuorumStore create(List<? extends LockStore> stores, boolean owned) {
    checkNumber(stores.size());
    return new QuorumStore(
        List.copyOf(stores),
        stores.size() / 2 + 1,
        USUAL_PATIENCE,
        USUAL_LONGEST_LEASE,
        owned,
        MachinePace::new);
  }

  static void checkNumber(int members) {
    if (members < LEAST_MEMBERS || members % 2 == 0) {
      throw new IllegalArgumentException(
          "a quorum has an odd number of members, at least "
              + LEAST_MEMBERS
              + ", but these are "
              + members
              + ": of an even number no more may fail than of one less");
    }
  }

  /**
   * The same members, where a hold must be granted by at least this number of them: with one more
   * than a majority it outlives one member that forgets it, because of its clock or its memory.
   *
   * @throws IllegalArgumentException if that is no majority, or more than there are
   */
  public QuorumStore holdingOn(int nodes) {
    int majority = stores.size() / 2 + 1;
    if (nodes < majority || nodes > stores.size()) {
      throw new IllegalArgumentException(
          "a hold is on " + majority + " to " + stores.size() + " members, not on " + nodes);
    }
    return new QuorumStore(stores, nodes, patience, longestLease, owned, paces);
  }

  /**
   * The same members, where one that does not answer is waited for so long when enough others have
   * answered; 250 ms otherwise. One that has not answered for so long is then not waited for.
   *
   * @throws IllegalArgumentException if it is not positive
   */
  public QuorumStore waitingFor(Duration member) {
    if (member.isNegative() || member.isZero()) {
      throw new IllegalArgumentException("members are waited for for some time, not " + member);
    }
    return new QuorumStore(stores, need, member, longestLease, owned, paces);
  }

  /**
   * The same members, where one that was restarted grants nothing for so long, and no lease may be
   * longer, its lock-delay or hold-at-least included; one minute otherwise. All clients must say
   * the same. The members' own starts are seen by their servers' uptime; databases, which forget
   * nothing when they restart, are not kept away.
   *
   * @throws IllegalArgumentException if it is not between 1 ms and 365 d
   */
  @Override
  public QuorumStore rejoiningAfter(Duration longestLease) {
    if (longestLease.compareTo(Duration.ofMillis(1)) < 0
        || longestLease.compareTo(Duration.ofDays(365)) > 0) {
      throw new IllegalArgumentException(
          "the longest lease of a quorum is between 1 ms and 365 d, not " + longestLease);
    }
    return new QuorumStore(stores, need, patience, longestLease, owned, paces);
  }

  private static StoreCapabilities together(List<LockStore> stores) {
    boolean pushes = true;
    Duration timeout = Duration.ZERO;
    Set<Mode> modes = EnumSet.of(Mode.EXCLUSIVE, Mode.SHARED);
    for (LockStore store : stores) {
      StoreCapabilities each = store.capabilities();
      if (each.holdKind() != HoldKind.LEASE) {
        throw new IllegalArgumentException(
            "a quorum needs stores whose holds end at an instant, but those of "
                + store
                + " end with a session");
      }
      pushes &= each.pushes();
      timeout = timeout.compareTo(each.requestTimeout()) < 0 ? each.requestTimeout() : timeout;
      modes.retainAll(each.modes());
    }
    // A verb is up to three rounds: asking, asking where the queue is now, writing the stamp back.
    return new StoreCapabilities(false, pushes, HoldKind.LEASE, timeout.multipliedBy(3), modes);
  }

  @Override
  public StoreCapabilities capabilities() {
    return capabilities;
  }

  /**
   * {@inheritDoc}
   *
   * @throws StoreException if too few members answer; those that do not are tried again later
   */
  @Override
  public StoreSession open(ClientIdentity client, StoreListener listener) {
    Pace pace = paces.get();
    Map<QuorumSession.Key, QuorumAttempt> quorumAttempts = QuorumSession.noBids();
    List<Member> members = new ArrayList<>();
    Steps steps = ClockWatch.steps(stores.size(), longestLease.toMillis());
    for (int i = 0; i < stores.size(); i++) {
      members.add(
          new Member(
              stores.get(i).rejoiningAfter(longestLease),
              client,
              new MemberListener(i, listener, quorumAttempts),
              pace,
              patience.toNanos(),
              longestLease.toMillis(),
              steps));
    }
    Members panel =
        new Members(
            members,
            new MemberOrder(stores.stream().map(LockStore::toString).toList()),
            need,
            pace,
            patience.toNanos(),
            listener,
            steps);
    QuorumSession session = new QuorumSession(panel, quorumAttempts, longestLease);
    try {
      Round<StoreSession> opened =
          Futures.getUninterruptibly(
              Round.<StoreSession>start(
                  panel,
                  panel.order(),
                  new Round.Terms(need, -1, true),
                  member -> members.get(member).open(),
                  (member, late) -> {}),
              capabilities.requestTimeout());
      if (opened.answered() < need) {
        throw opened.failure("open a session on " + this, "no session was opened");
      }
      return session;
    } catch (ExecutionException | TimeoutException silent) {
      session.close();
      throw new StoreException(
          "open a session on " + this + ": too few members answered", silent, true);
    } catch (StoreException failed) {
      session.close();
      throw failed;
    }
  }

  @Override
  public List<Finding> examine(Examination examination) {
    return new QuorumExamination(stores, need, longestLease).run(examination);
  }

  /** Closes the members only if a URL made them: others are their owner's. */
  @Override
  public void close() {
    if (owned) {
      stores.forEach(LockStore::close);
    }
  }

  @Override
  public String toString() {
    return "quorum of " + stores;
  }
}
