package dev.holdfast.internal.engine;

import dev.holdfast.internal.runtime.Isolated;
import dev.holdfast.internal.runtime.NextTick;
import dev.holdfast.internal.runtime.Timers;
import java.util.ArrayList;
import java.util.List;

/**
 * What a {@link NameMachine} wants done, collected under its lock and performed after leaving it:
 * store requests, wake-ups, callbacks. An effect that fails keeps none of the others from being
 * performed. Used by one thread.
 */
public final class Effects {
  private final List<Effect> effects = new ArrayList<>(4);
  private long wakeBy = Timers.NEVER;

  public void add(Effect effect) {
    effects.add(effect);
  }

  /** Takes out those of one kind, for a caller that performs them together. */
  <T extends Effect> List<T> take(Class<T> kind) {
    List<T> taken = effects.stream().filter(kind::isInstance).map(kind::cast).toList();
    effects.removeAll(taken);
    return taken;
  }

  /** Asks for a tick at this instant at the latest. */
  void wakeBy(long nanos) {
    wakeBy = Math.min(wakeBy, nanos);
  }

  /** Never throws. */
  public void perform(NextTick tick, Caller caller) {
    if (wakeBy != Timers.NEVER) {
      tick.wakeBy(wakeBy);
    }
    for (int i = 0; i < effects.size(); i++) {
      Effect effect = effects.get(i);
      try {
        effect.perform(caller);
      } catch (Throwable thrown) {
        Isolated.note("something that a name needs could not be done; the rest is done", thrown);
        Isolated.run("what failed could not be taken back", () -> effect.failed(thrown));
      }
    }
  }

  /** One thing to do. */
  @FunctionalInterface
  public interface Effect {
    void perform(Caller caller);

    /** It threw: a request that a name machine waits for has to be answered all the same. */
    default void failed(Throwable thrown) {}
  }

  /** Whose thread it is. */
  public enum Caller {
    /** A user's thread in a blocking method: a blocking store may be called on it. */
    BLOCKING,
    /** Any other thread: it never blocks. */
    ASYNC
  }
}
