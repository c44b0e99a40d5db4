package dev.holdfast.lab.peer;

import dev.holdfast.lab.control.PolledLock;
import dev.holdfast.lab.episode.LockMaker;
import dev.holdfast.lab.episode.LockUnderTest;
import dev.holdfast.lab.episode.Surroundings;
import java.util.Set;

/** The peers, and Holdfast with its tokens kept back. */
public final class PeerLocks implements LockMaker {
  /** For {@link java.util.ServiceLoader}. */
  public PeerLocks() {}

  @Override
  public Set<String> ids() {
    return Set.of(
        "redisson",
        "redisson-fenced",
        "spring",
        "shedlock",
        "shedlock-safe",
        "holdfast-without-tokens");
  }

  @Override
  public LockUnderTest make(String id, Surroundings s) throws Exception {
    return switch (id) {
      case "redisson" -> new RedissonLocks(s, false);
      case "redisson-fenced" -> new RedissonLocks(s, true);
      case "spring" -> new SpringLocks(s);
      case "shedlock" -> new PolledLock(new ShedLocks(s, false));
      case "shedlock-safe" -> new PolledLock(new ShedLocks(s, true));
      case "holdfast-without-tokens" ->
          new WithoutTokens(LockMaker.of("holdfast-jedis").make("holdfast-jedis", s));
      default -> throw new IllegalArgumentException(id);
    };
  }
}
