package dev.holdfast.spi;

/**
 * What a store tells a client without being asked. Pushes only save time: losing, repeating or
 * delaying any of them breaks nothing. Methods return quickly and do not throw.
 */
public interface StoreListener {
  /*
   * A new type of push, where it comes from and goes to:
   *
   * - Redis: push.lua writes it, for the scripts that send; PushReader reads it.
   * - Rows of a database: NameTables puts it into the PushOutbox; Push is its text, and
   *   PushSubscription reads it. Session locks: SessionLockState and SessionRelease tell it.
   * - ZooKeeper and etcd: Attempts and StandingResolver. Memory: NameState.
   * - A quorum: QuorumAttempt, of what its members tell; shards: TopologyPermits.
   * - DeferredListener and ForwardingListener pass pushes on, each method by itself, and
   *   MemberListener by the second of them. A method with a default, as sessionEnded has one, would
   *   be dropped there without a word if they did not override it.
   * - Engine takes it in and gives it to the NameMachine.
   * - Doubles: MemoryBackend of the laboratory, Pushes of the kit.
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
   * the store has lost what it had of the attempt. Only stores whose holds end with a session tell
   * this.
   *
   * @param name what is locked
   * @param attempt the attempt that held or waited
   * @param why what ended it, in a clause
   */
  default void sessionEnded(String name, String attempt, String why) {}

  /** Pushes may have been missed (a subscription began or was restored): ask again now. */
  void changed();
}
