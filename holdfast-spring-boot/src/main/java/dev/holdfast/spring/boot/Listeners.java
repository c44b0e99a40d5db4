package dev.holdfast.spring.boot;

import dev.holdfast.HoldfastListener;
import dev.holdfast.Loss;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * All listeners of an application, as one. What one of them throws comes out once all have heard.
 */
record Listeners(List<HoldfastListener> all) implements HoldfastListener {
  @Override
  public void jeopardy(String name, long token, Duration remaining, Throwable error) {
    each(listener -> listener.jeopardy(name, token, remaining, error));
  }

  @Override
  public void safe(String name, long token) {
    each(listener -> listener.safe(name, token));
  }

  @Override
  public void lost(String name, long token, Loss loss) {
    each(listener -> listener.lost(name, token, loss));
  }

  @Override
  public void acquired(Acquired event) {
    each(listener -> listener.acquired(event));
  }

  @Override
  public void notAcquired(NotAcquired event) {
    each(listener -> listener.notAcquired(event));
  }

  @Override
  public void released(Released event) {
    each(listener -> listener.released(event));
  }

  @Override
  public void renewed(Renewed event) {
    each(listener -> listener.renewed(event));
  }

  @Override
  public void storeCalled(StoreCall event) {
    each(listener -> listener.storeCalled(event));
  }

  private void each(Consumer<HoldfastListener> telling) {
    @Nullable RuntimeException first = null;
    for (HoldfastListener listener : all) {
      try {
        telling.accept(listener);
      } catch (RuntimeException failed) {
        if (first == null) {
          first = failed;
        } else {
          first.addSuppressed(failed);
        }
      }
    }
    if (first != null) {
      throw first;
    }
  }
}
