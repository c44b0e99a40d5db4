package dev.holdfast.spi;

/**
 * What a store tells a client without being asked. Pushes only save time: losing, repeating or
 * delaying any of them breaks nothing. Methods return quickly and do not throw.
 */
public interface StoreListener {
  // A new kind of push: the engine takes it in (Engine, then NameMachine). DeferredListener,
  // ForwardingListener and the quorum's MemberListener pass pushes on, each method by itself, so a
  // method with a default that they lack would be dropped without a word.

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
