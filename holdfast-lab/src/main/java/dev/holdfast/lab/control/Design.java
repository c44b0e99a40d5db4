package dev.holdfast.lab.control;

import dev.holdfast.lab.check.Mode;
import dev.holdfast.lab.check.Want;
import dev.holdfast.lab.episode.Grip;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A lock that knows no waiting, reduced to what makes it what it is: one attempt. Thread-safe. */
public interface Design extends AutoCloseable {
  /** One attempt; null if the name is taken. */
  @Nullable Grip attempt(String name) throws Exception;

  /** What names can be asked for. */
  default Set<Mode> modes() {
    return Set.of(Mode.EXCLUSIVE);
  }

  /** One attempt for something in one of the {@link #modes()}. */
  default @Nullable Grip attempt(String name, Want want) throws Exception {
    return attempt(name);
  }

  /** How long its user rests after an attempt that failed. */
  default long pauseNanos(String name) {
    return 2_000_000;
  }

  /** {@link dev.holdfast.lab.episode.LockUnderTest#stay()}. */
  default Duration stay() {
    return Duration.ZERO;
  }

  /** Whether a thread that holds a name may ask for it again; then it gives back as often. */
  default boolean isReentrant() {
    return false;
  }

  @Override
  void close();
}
