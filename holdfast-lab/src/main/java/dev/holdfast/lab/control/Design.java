package dev.holdfast.lab.control;

import dev.holdfast.lab.episode.Grip;
import org.jspecify.annotations.Nullable;

/** A lock that knows no waiting, reduced to what makes it what it is: one attempt. Thread-safe. */
public interface Design extends AutoCloseable {
  /** One attempt; null if the name is taken. */
  @Nullable Grip attempt(String name) throws Exception;

  /** Whether a thread that holds a name may ask for it again; then it gives back as often. */
  default boolean isReentrant() {
    return false;
  }

  @Override
  void close();
}
