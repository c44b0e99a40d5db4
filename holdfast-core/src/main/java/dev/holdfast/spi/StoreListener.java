package dev.holdfast.spi;

/**
 * What a store tells a client without being asked. Pushes only save time: losing, repeating or
 * delaying any of them breaks nothing. Methods return quickly and do not throw.
 *
 * <p>No client is told that a name is free: the store grants it to the first in the queue, and
 * tells that one ({@link #granted}). Holders are told that another attempt waits ({@link
 * #recalled}), or that their hold has ended ({@link #broken}, {@link #sessionEnded}). {@link
 * #changed} tells a client to ask again.
 */
public interface StoreListener {
  /*
   * A new type of push is a method here, in DEAF if it has no default, and in api/holdfast-core.txt.
   * Where it comes from and goes to:
   *
   * - Redis: push.lua publishes it on the channel of the attempt's client, for the scripts that
   *   send, ask.lua, break.lua, queue.lua and release.lua. PushReader reads it; its javadoc has the
   *   letters. Older clients drop a letter that they do not know.
   * - Rows of PostgreSQL: NameTables puts it into the PushOutbox; Push is its text, with letters of
   *   its own, and PushSubscription tells it. Other databases have no pushes.
   * - Session locks: SessionLockState tells sessionEnded, and SessionRelease broken. Their waiters
   *   look for themselves, as they do on a database without pushes.
   * - ZooKeeper and etcd: Attempts, StandingResolver, ConsensusSession (changed). Memory: NameState.
   * - A quorum: MemberListener hears from each member, and QuorumAttempt tells what they grant
   *   together; the rest is passed on. Shards: the members tell, and TopologyPermits a lost mark.
   * - DeferredListener and ForwardingListener pass pushes on, each method by itself. A method with a
   *   default, as sessionEnded has one, would be dropped there without a word if they did not
   *   override it. Stores that wrap another one have a ForwardingListener: CuttableStore,
   *   FaultyStore, MemberListener.
   * - Engine takes it in, on the thread that brings it, and gives it to the NameMachine of the
   *   name. That waits for the machine's lock; a recall is noted first, in PendingRecalls, so that
   *   the thread that has the lock sees it. What is said of an attempt that is over is ignored.
   * - Since a push may be lost, the answer to a renewal or a look must say the same: Standing.
   * - Doubles: MemoryBackend.Pushes of the laboratory; of the kit Pushes, TwinName and TwinHolds.
   * - Tests: PushRules of the kit, for every store with the capability pushes; PushWordsTest (Redis),
   *   PushTest and PushSubscriptionTest (SQL), DeferredListenerTest.
   */

  /** Has no use for what is told: for sessions that only look, or never wait. */
  StoreListener DEAF =
      new StoreListener() {
        @Override
        public void granted(String name, String attempt, Standing.Holding standing, long sentAt) {}

        @Override
        public void recalled(String name, String attempt) {}

        @Override
        public void broken(String name, String attempt) {}

        @Override
        public void changed() {}
      };

  /**
   * A waiting attempt was granted.
   *
   * @param name what is locked
   * @param attempt the attempt that holds now
   * @param standing its grant, in the mode that was asked for, with the time that was left when the
   *     store granted it
   * @param sentAt the newest {@code sentAt} of this attempt that the store had processed then
   */
  void granted(String name, String attempt, Standing.Holding standing, long sentAt);

  /** Another attempt waits for a name that this client's attempt holds. */
  void recalled(String name, String attempt);

  /** An operator ended the hold of this client's attempt. */
  void broken(String name, String attempt);

  /**
   * The session ended that this client's attempt depended on, and its hold or its place with it, or
   * the store has lost what it had of the attempt. Stores whose holds end with a session tell this,
   * and shards, of a store that has lost its mark.
   *
   * @param name what is locked
   * @param attempt the attempt that held or waited
   * @param why what ended it, in a clause
   */
  default void sessionEnded(String name, String attempt, String why) {}

  /** Pushes may have been missed (a subscription began or was restored): ask again now. */
  void changed();
}
