package dev.holdfast;

import dev.holdfast.internal.Client;
import dev.holdfast.internal.ClientSettings;
import dev.holdfast.spi.EngineHost;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreUrl;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A client of a lock store: one identity, one renewal loop, one notification subscription per
 * server. Make one per application and store, share it, close it at the end.
 *
 * <p>Thread-safe. {@link #close()} ends every lease and wait of this client within a bounded time
 * and leaves no thread behind; {@link #quiesce} lets the holders finish first.
 *
 * <p>It is an interface so that a program can put a proxy or, in its tests, a mock in its place.
 * Methods may be added to it. A test that depends on what locks do needs a real client, over a
 * store in memory or the one of {@code holdfast-test}.
 */
public interface Holdfast extends AutoCloseable {
  /**
   * Connects to the store that a URL names, and owns it. {@code memory:}, {@code memory:NAME},
   * {@code sqlite:/path}, {@code redis://[user:password@]host:port[/database]} and more, by the
   * store modules that are present; {@code ?namespace=} keeps applications apart, and {@code
   * ?connectTimeout=5s} bounds the time that this call may take (10 s, see {@link
   * Builder#connectTimeout}).
   *
   * @throws IllegalArgumentException if the URL is malformed or no store module understands it
   * @throws StoreException if the store cannot be reached in time or refuses the client
   */
  static Holdfast connect(String url) {
    return builder(url).build();
  }

  /** Makes a client of a store that the caller made, and closes. */
  static Holdfast over(LockStore store) {
    return builder(store).build();
  }

  /** Like {@link #over}, with settings of its own. */
  static Builder builder(LockStore store) {
    return new Builder(Client.Origin.of(store));
  }

  /** Like {@link #over}, of a store that is made when the client is opened, and closed with it. */
  static Builder builder(Supplier<? extends LockStore> store) {
    return new Builder(new Client.Origin(store, "the store of this client", true));
  }

  /**
   * Like {@link #connect}, with settings of its own.
   *
   * @throws IllegalArgumentException if the URL is malformed
   */
  static Builder builder(String url) {
    StoreUrl parsed = StoreUrl.parse(Objects.requireNonNull(url, "url"));
    Builder builder = new Builder(Client.Origin.at(parsed));
    parsed.parameter("namespace").ifPresent(builder::namespace);
    parsed.connectTimeout().ifPresent(builder::connectTimeout);
    return builder;
  }

  /** The lock of this name, with the client's options. */
  DistributedLock mutex(String name);

  /**
   * The lock of this name, with these options.
   *
   * @throws UnsupportedOperationException if they want {@linkplain LockOptions#acknowledgedBy
   *     acknowledgements by replicas} and the store has none; the same for locks of other kinds
   */
  DistributedLock mutex(String name, LockOptions options);

  /**
   * The lock for readers and writers of this name, with the client's options.
   *
   * @throws UnsupportedOperationException if the store has no shared holds
   */
  DistributedReadWriteLock readWrite(String name);

  /** The lock for readers and writers of this name, with these options on both sides. */
  default DistributedReadWriteLock readWrite(String name, LockOptions options) {
    return readWrite(name, options, options);
  }

  /**
   * The lock for readers and writers of this name, with options for each side.
   *
   * @throws IllegalArgumentException if the readers' options are for a holder that is alone: {@link
   *     LockOptions#holdAtLeast}, {@link LockOptions#renew renew(false)}
   */
  DistributedReadWriteLock readWrite(String name, LockOptions read, LockOptions write);

  /**
   * A lock of all of these names, with the client's options: all or nothing, and free of deadlock
   * in whatever order different callers name them; a name that comes twice counts once. See {@link
   * #all(DistributedLock...)}.
   */
  DistributedLock all(Collection<String> names);

  /** A lock of all of these names, with these options for each. */
  DistributedLock all(Collection<String> names, LockOptions options);

  /**
   * All of several locks of this client, of whatever kind: mutexes, sides of read-write locks,
   * permits of semaphores. They are acquired in the order of their names, whatever the order here,
   * so that no cycle of waits can arise. They are acquired in one store operation if the store can
   * do that and no other holder or waiter is in the way. While it waits for one, those before it
   * are held.
   *
   * <p>There is one {@link Lease} for all of them, of which {@link Lease#token() the token} is
   * greater than every token that any of the names had before. It is lost when one of them is lost;
   * the others stay taken until it is released or closed. The wait has one deadline, and what was
   * had by then is given back. A try either gets all or leaves nothing.
   *
   * <p>Its {@link DistributedLock#asLock() view} locks the views of the parts one after the other.
   *
   * @param locks 1 to 500, each name once
   * @throws IllegalArgumentException if there are none or too many, if a name comes twice, or if
   *     one is no lock of this client
   */
  DistributedLock all(DistributedLock... locks);

  /** The election of this name, with the client's options. */
  Election election(String name);

  /** The election of this name; the options are those of the leader's lease. */
  Election election(String name, LockOptions options);

  /**
   * The semaphore of this name and size, 1 to 1,000,000 permits, with the client's options.
   *
   * @throws UnsupportedOperationException if the store has no permits
   */
  DistributedSemaphore semaphore(String name, int size);

  /** The semaphore of this name and size, with these options. */
  DistributedSemaphore semaphore(String name, int size, LockOptions options);

  /**
   * What the store knows of a name now: its holders, since when they hold, and its waiters.
   *
   * @throws StoreException if the store does not answer
   */
  LockInfo inspect(String name);

  /**
   * Whether the lease that gave this {@link Lease#sequencer() sequencer} is still held, as the
   * store answers now. For a service that is handed one with a request: it was true at some instant
   * between the call and its return, and may not be any more. A {@linkplain Lease#token() token}
   * that the resource checks itself is safe from that. A sequencer is no secret and has no
   * signature: of its token only what no lease of that hold can have is refused.
   *
   * @throws IllegalArgumentException if it is no sequencer
   * @throws StoreException if the store does not answer
   */
  boolean isCurrent(String sequencer);

  /**
   * The names that are held or waited for now, at most {@code limit} of them, sorted. Among them
   * are names of which the store cannot tell, because another program wrote in their place: {@link
   * #inspect} of such a name fails with what is in the way.
   */
  List<String> names(int limit);

  /**
   * Asks the present holders of a name to release it, whichever clients have it: a message, not a
   * right. Holders hear it that have {@link Lease#onReleaseRequested} a callback, within about a
   * second; others do not. {@link #inspect} shows it for half a minute.
   *
   * <p>Where holds end with a session (ZooKeeper, etcd, session locks), the message ends with this
   * client: keep it open until the name is free, or for some seconds.
   *
   * @param reason for people, up to 200 UTF-8 bytes; it may be empty
   * @return whether the name is held, so that there was a holder to ask
   * @throws UnsupportedOperationException if the store has no shared holds, which carry such
   *     requests, or the name is longer than 498 bytes
   * @throws StoreException if the store does not answer; the holders may be told or not
   */
  boolean requestRelease(String name, String reason);

  /**
   * Ends the hold on a name by force, whichever client has it, or all shared holds. Its holder is
   * told, but may already be in the middle of a write: only a resource that checks tokens is safe
   * from it.
   *
   * @return whether there was a hold
   */
  boolean breakHold(String name);

  /**
   * The same, and the store keeps who did it, when and why: {@link #inspect} shows the last ten for
   * a name, of thirty days. A store that takes no leases of that time keeps them for half a minute,
   * and one whose holds end with a session until this client is closed.
   *
   * @param reason for people, up to 200 UTF-8 bytes; it may be empty
   * @throws UnsupportedOperationException if the store has no shared holds, which carry the record,
   *     or the name is longer than 498 bytes; nothing was done
   */
  boolean breakHold(String name, String reason);

  /**
   * What this client has and has done, as it knows itself, for monitoring. No store is asked. Costs
   * a look at each name that this client uses; not for the path of each acquire.
   */
  ClientStatistics statistics();

  /**
   * The leases that this client holds now, in no particular order; a lease of several names is told
   * once for each of them. No store is asked.
   */
  List<LeaseInfo> leases();

  /**
   * The names that requests of this client wait for now, in no particular order: a semaphore and a
   * lock of one name are two. No store is asked.
   */
  List<WaitInfo> waits();

  /** The candidacies of this client that are not closed, those that lead among them. */
  List<CandidacyInfo> candidacies();

  /** This client as other clients see it in the store. */
  Owner identity();

  /**
   * Shuts this client down in order, and closes it. From now on it grants nothing: acquires and
   * candidacies, those that wait among them, fail with {@link IllegalStateException} ("shutting
   * down"). Candidates leave their elections, and leaders resign, before anything is waited for.
   * Leases that are held stay held and are renewed, and their holders have this long to give them
   * back; a thread that has a name through a {@linkplain DistributedLock#asLock() view} may lock it
   * again. Then this client is {@linkplain #close() closed}, which takes the leases away that are
   * left.
   *
   * <p>If several threads call this, the shortest time counts. {@code close()} of another thread
   * ends the wait at once, and so does an interrupt, whose flag is set afterwards: both close the
   * client now. A client that is closed already stays as it is.
   *
   * <p>The calling thread is blocked meanwhile. It must not be the only one of the executor that
   * this client was given for its {@linkplain Builder#callbackExecutor callbacks}: leaders could
   * not be told that they are to resign, nor futures be completed.
   *
   * @param timeout how long to wait for holders; zero or less closes at once
   * @return whether this client ended with nothing left: every lease was given back, none was lost
   *     meanwhile, and the store has confirmed it, before it was closed
   */
  boolean quiesce(Duration timeout);

  /**
   * Opens this client again after it was {@linkplain #close() closed}, as it was opened at first.
   * Locks, semaphores, elections and views made before go on working; leases, candidacies and
   * observations of before stay over, and to release such a lease touches nothing that is held now.
   * It has another {@link #identity()}; {@link #statistics()} count on. Does nothing if it is open.
   * A {@code close()} meanwhile waits for this, and closes what it opened.
   *
   * @throws StoreException as from {@link Builder#build()}, or if the store was given and the
   *     program has closed it; this client stays closed
   * @throws IllegalStateException if another thread is still shutting it down
   * @throws UnsupportedOperationException if its {@linkplain Builder#host host} is for one opening
   */
  void reopen();

  /** Ends all leases and waits of this client, and the store if it is the client's own. */
  @Override
  void close();

  /** Settings of a client. */
  final class Builder {
    private final Client.Origin origin;
    private String name = "holdfast";
    private String namespace = "";
    private LockOptions options = LockOptions.defaults();
    private @Nullable Executor callbacks;
    private HoldfastListener listener = new HoldfastListener() {};
    private @Nullable EngineHost host;
    private boolean traceLeases;
    private boolean lazily;
    private Duration closeTimeout = Duration.ofSeconds(5);
    private Duration connectTimeout = Duration.ofSeconds(10);

    private Builder(Client.Origin origin) {
      this.origin = origin;
    }

    /**
     * What this client is called where holders and waiters are shown. Characters other than {@code
     * A-Z a-z 0-9 . _ -} are replaced by {@code _}.
     */
    public Builder name(String name) {
      this.name = Objects.requireNonNull(name, "name");
      return this;
    }

    /** Keeps applications apart that share a store; up to 64 of {@code A-Z a-z 0-9 . _ -}. */
    public Builder namespace(String namespace) {
      this.namespace = Objects.requireNonNull(namespace, "namespace");
      return this;
    }

    /** The options of locks that are made without options. */
    public Builder options(LockOptions options) {
      this.options = Objects.requireNonNull(options, "options");
      return this;
    }

    /**
     * Where user code runs: callbacks, listeners, completions; unless set, threads of our own, at
     * most 256, where further tasks wait for their turn, the oldest first. An executor that runs
     * tasks on the calling thread runs them on the engine's threads, and one inside another. A task
     * that the executor refuses is not lost: one of a few threads of ours runs it.
     */
    public Builder callbackExecutor(Executor executor) {
      this.callbacks = Objects.requireNonNull(executor, "executor");
      return this;
    }

    /** The listener that hears of leases, requests, jeopardy, loss and calls of the store. */
    public Builder listener(HoldfastListener listener) {
      this.listener = Objects.requireNonNull(listener, "listener");
      return this;
    }

    /** Whether leases remember where they were acquired, for the log of a leak; costs time. */
    public Builder traceLeases(boolean traceLeases) {
      this.traceLeases = traceLeases;
      return this;
    }

    /** How long {@link Holdfast#close()} waits for the store to confirm releases; 5 s. */
    public Builder closeTimeout(Duration timeout) {
      this.closeTimeout = Objects.requireNonNull(timeout, "timeout");
      return this;
    }

    /**
     * How long {@link #build()} may take at most, or, if it is opened {@linkplain #openLazily
     * lazily}, how long a call waits for one try to connect; whatever the store is and whatever
     * timeouts a driver, a pool or a client has that was handed in; 10 s. A store may give up
     * earlier.
     *
     * @throws IllegalArgumentException unless it is positive
     */
    public Builder connectTimeout(Duration timeout) {
      if (timeout.isNegative() || timeout.isZero()) {
        throw new IllegalArgumentException(
            "connectTimeout is not positive: " + timeout + "; 10 s is usual");
      }
      this.connectTimeout = timeout;
      return this;
    }

    /**
     * Lets the client be made while its store is down: {@link #build()} does not wait for the
     * store, which is connected to in the background, again and again until it answers. What can
     * never work still fails in {@code build()}: a malformed URL, an unknown scheme or option.
     *
     * <p>Until the store has answered for the first time:
     *
     * <ul>
     *   <li>Locks and elections of all kinds can be made; a kind that the store lacks is refused as
     *       ever. Whether it has {@linkplain LockOptions#acknowledgedBy replicas that acknowledge}
     *       is not known, so that an acquire is refused instead.
     *   <li>An acquire waits within its own deadline, or its {@linkplain LockOptions#patience
     *       patience}, and then fails with a {@link StoreException}, never as if the name were
     *       taken. A try, and each call that asks the store, such as {@link Holdfast#inspect},
     *       waits for the outcome of the present try to connect, {@link #connectTimeout} at most.
     *   <li>If the store refuses this client (a wrong password), calls of the next two seconds say
     *       so at once, and twice as long after each further refusal in a row, up to half a minute.
     *       A later call waits for another try to connect, which comes by itself after half a
     *       minute.
     *   <li>A candidate waits for its turn, and an observer of an election hears of nothing yet.
     *   <li>{@link Holdfast#close()} and {@link Holdfast#quiesce} give up connecting.
     * </ul>
     *
     * <p>From then on it is a client like any other, also when its store goes away again.
     */
    public Builder openLazily() {
      this.lazily = true;
      return this;
    }

    /** The machine the engine runs on, for simulations and tests; it is closed with the client. */
    public Builder host(EngineHost host) {
      this.host = Objects.requireNonNull(host, "host");
      return this;
    }

    /**
     * Opens the client's session.
     *
     * @throws StoreException if the store cannot be reached within the {@linkplain #connectTimeout
     *     connect timeout} or refuses the client; not if it is opened {@linkplain #openLazily
     *     lazily}
     */
    public Holdfast build() {
      return Client.open(
          new Client.Target(origin, lazily, connectTimeout),
          new ClientSettings(
              name, namespace, options, callbacks, listener, host, traceLeases, closeTimeout));
    }
  }
}
