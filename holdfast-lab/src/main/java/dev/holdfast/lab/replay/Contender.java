package dev.holdfast.lab.replay;

import java.util.List;

/**
 * A lock and what guards the resource behind it.
 *
 * @param lock the id of the lock
 */
public record Contender(String lock, Guard guard) {
  /**
   * All that are replayed: Holdfast, and the peers with the best guard that each of them allows.
   */
  public static List<Contender> all() {
    return List.of(
        new Contender("holdfast-jedis", Guard.TOKEN),
        new Contender("holdfast-lettuce", Guard.TOKEN),
        new Contender("holdfast-jedis", Guard.ASK),
        new Contender("holdfast-jedis", Guard.NOTHING),
        new Contender("redisson-fenced", Guard.TOKEN),
        new Contender("redisson", Guard.ASK),
        new Contender("redisson", Guard.NOTHING),
        new Contender("spring", Guard.NOTHING),
        new Contender("shedlock-safe", Guard.ASK),
        new Contender("shedlock", Guard.NOTHING));
  }

  /** Whether it must not lose an update. */
  public boolean mustBeSafe() {
    return lock.startsWith("holdfast-") && guard == Guard.TOKEN;
  }
}
