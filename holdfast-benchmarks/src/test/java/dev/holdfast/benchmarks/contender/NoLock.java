package dev.holdfast.benchmarks.contender;

import java.util.List;

/** A contender that lets everybody in: very fast, and wrong. */
public final class NoLock implements ContenderProvider {
  public static final String ID = "no-lock";

  /** For {@link java.util.ServiceLoader}. */
  public NoLock() {}

  @Override
  public List<String> ids() {
    return List.of(ID);
  }

  @Override
  public Contender open(String id, String redisUrl, int threads) {
    return new Contender() {
      @Override
      public Section section(String name) {
        return new Section() {
          @Override
          public void enter() {
            // Everybody may.
          }

          @Override
          public void leave() {
            // Nobody waits.
          }
        };
      }

      @Override
      public void close() {
        // There is nothing to close.
      }
    };
  }
}
