package dev.holdfast.shards;

import dev.holdfast.StoreException;
import dev.holdfast.spi.ClientIdentity;
import dev.holdfast.spi.Examination;
import dev.holdfast.spi.Finding;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.Mode;
import dev.holdfast.spi.StoreCapabilities;
import dev.holdfast.spi.StoreListener;
import dev.holdfast.spi.StoreSession;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Several independent stores as one: each name is in one of them, so that their capacities add up,
 * and one that fails takes only its own names with it.
 *
 * <p>Names are routed by rendezvous hashing over the names of the members; a list with one member
 * more moves only the names that become the new member's. <b>All clients must have the same
 * list</b>, and this is made sure of: every client marks its list in every member, for as long as
 * it is open and as any of its leases may last. A client with another list is refused while marks
 * of the first are there, so that no name ever has two holders in two members. A list is changed by
 * closing all clients of the old one and opening those of the new one; a client that was killed is
 * waited for until its leases are over. What this cannot see is a member that forgot its data while
 * it is the only one that both lists have.
 *
 * <p>Tokens grow when a name moves, as far as the members' clocks agree: each grant's stamp is its
 * member's time, so that a member whose clock is behind by more than the time between two grants
 * would grant a smaller token.
 *
 * <p>The members stay their owner's: closing this store closes none of them. Thread-safe.
 */
public final class ShardedStore implements LockStore {
  /** A name that no lock may have: each member's mark of the list. */
  static final String MARK = "holdfast/shards";

  private final List<String> names;
  private final List<LockStore> stores;
  private final StoreCapabilities capabilities;
  private final TopologyRenewal marking;

  private ShardedStore(Map<String, LockStore> members, TopologyRenewal marking) {
    if (members.isEmpty()) {
      throw new IllegalArgumentException("there is no store to spread names over");
    }
    this.names = List.copyOf(members.keySet());
    this.stores = List.copyOf(members.values());
    this.capabilities = together(stores);
    this.marking = marking;
  }

  /**
   * These stores, named by their positions, from 1 on: other clients must have the same stores in
   * the same order.
   *
   * @throws IllegalArgumentException if there is none, or if they do not go together: all of them
   *     block or none, the holds of all end in the same way, and all of them have permits
   */
  public static ShardedStore of(List<? extends LockStore> stores) {
    Map<String, LockStore> members = new LinkedHashMap<>();
    stores.forEach(store -> members.put(String.valueOf(members.size() + 1), store));
    return of(members);
  }

  /**
   * These stores by their names, which decide where the names of locks are: the order does not
   * matter, nor where a member runs.
   *
   * @throws IllegalArgumentException as in {@link #of(List)}
   */
  public static ShardedStore of(Map<String, ? extends LockStore> members) {
    return of(members, TopologyRenewal.onThreads());
  }

  static ShardedStore of(Map<String, ? extends LockStore> members, TopologyRenewal marking) {
    return new ShardedStore(new LinkedHashMap<>(members), marking);
  }

  private static StoreCapabilities together(List<LockStore> stores) {
    StoreCapabilities first = stores.get(0).capabilities();
    boolean pushes = true;
    Duration timeout = Duration.ZERO;
    Set<Mode> modes = EnumSet.allOf(Mode.class);
    for (LockStore store : stores) {
      StoreCapabilities each = store.capabilities();
      if (each.blocking() != first.blocking() || each.holdKind() != first.holdKind()) {
        throw new IllegalArgumentException(
            stores.get(0) + " and " + store + " do not go together: " + first + ", " + each);
      }
      pushes &= each.pushes();
      timeout = timeout.compareTo(each.requestTimeout()) < 0 ? each.requestTimeout() : timeout;
      modes.retainAll(each.modes());
    }
    if (!modes.contains(Mode.COUNTED)) {
      throw new IllegalArgumentException(
          "names are spread only over stores that have permits, which mark the list of members: "
              + stores);
    }
    return new StoreCapabilities(first.blocking(), pushes, first.holdKind(), timeout, modes);
  }

  @Override
  public StoreCapabilities capabilities() {
    return capabilities;
  }

  @Override
  public ShardedStore rejoiningAfter(Duration uptime) {
    Map<String, LockStore> members = new LinkedHashMap<>();
    for (int i = 0; i < names.size(); i++) {
      members.put(names.get(i), stores.get(i).rejoiningAfter(uptime));
    }
    return new ShardedStore(members, marking);
  }

  /**
   * {@inheritDoc}
   *
   * @throws StoreException also if a member cannot be reached, since another list might be in use,
   *     and if clients with another list of members are open, or may still have leases
   */
  @Override
  public StoreSession open(ClientIdentity client, StoreListener listener) {
    List<StoreSession> sessions = new ArrayList<>();
    TopologyPermits permits = null;
    try {
      for (LockStore store : stores) {
        sessions.add(store.open(client, listener));
      }
      permits = new TopologyPermits(this, client, sessions, listener, marking);
      permits.begin(capabilities.requestTimeout());
      return new ShardedSession(this, new Routing(names), sessions, permits);
    } catch (RuntimeException failed) {
      if (permits != null) {
        permits.end();
      }
      sessions.forEach(StoreSession::close);
      throw failed;
    }
  }

  /** The list's number, as the size of a semaphore. */
  int listNumber() {
    int half = TopologyPermit.MOST / 2;
    return half + Routing.fingerprint(names, half);
  }

  /** The store of a member, for messages. */
  LockStore store(int member) {
    return stores.get(member);
  }

  @Override
  public List<Finding> examine(Examination examination) {
    List<Finding> findings = new ArrayList<>();
    findings.add(
        Finding.note(
            "shards",
            names.size() + " stores: " + names.stream().collect(Collectors.joining(", ")),
            "each name is in one of them; the weakest of them says what holds for all"));
    Map<String, List<Finding>> each = new LinkedHashMap<>();
    for (int i = 0; i < stores.size(); i++) {
      each.put(names.get(i), stores.get(i).examine(examination.another()));
    }
    findings.addAll(Finding.together(each));
    return findings;
  }

  /** Does nothing: the members are their owner's. */
  @Override
  public void close() {}

  @Override
  public String toString() {
    return "shards " + new TreeSet<>(names) + " of " + stores;
  }
}
