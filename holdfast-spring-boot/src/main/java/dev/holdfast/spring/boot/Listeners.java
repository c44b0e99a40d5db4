package dev.holdfast.spring.boot;

import dev.holdfast.HoldfastListener;
import dev.holdfast.Loss;
import dev.holdfast.RequestListener;
import java.time.Duration;
import java.util.ArrayList;
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
  public void leadershipChanged(LeadershipChanged event) {
    each(listener -> listener.leadershipChanged(event));
  }

  @Override
  public void renewed(Renewed event) {
    each(listener -> listener.renewed(event));
  }

  @Override
  public void storeCalled(StoreCall event) {
    each(listener -> listener.storeCalled(event));
  }

  /**
   * Never throws, since what has begun to listen must hear of the end: what one of them throws
   * comes out when the others hear that the store was asked.
   */
  @Override
  public @Nullable RequestListener requested(RequestListener.Requested event) {
    List<RequestListener> wanted = new ArrayList<>();
    try {
      each(
          listener -> {
            RequestListener one = listener.requested(event);
            if (one != null) {
              wanted.add(one);
            }
          });
    } catch (RuntimeException failed) {
      wanted.add(new Failed(failed));
    }
    return switch (wanted.size()) {
      case 0 -> null;
      case 1 -> wanted.get(0);
      default -> new Requests(List.copyOf(wanted));
    };
  }

  /** Throws when the store was asked what was thrown before. */
  private record Failed(RuntimeException thrown) implements RequestListener {
    @Override
    public void asked() {
      throw thrown;
    }
  }

  /** What hears of one request, as one. */
  private record Requests(List<RequestListener> heard) implements RequestListener {
    @Override
    public void asked() {
      each(heard, RequestListener::asked);
    }

    @Override
    public void acquired(List<Acquired> leases) {
      each(heard, request -> request.acquired(leases));
    }

    @Override
    public void notAcquired(NotAcquired event) {
      each(heard, request -> request.notAcquired(event));
    }

    @Override
    public void released(Released event) {
      each(heard, request -> request.released(event));
    }

    @Override
    public void lost(Lost event) {
      each(heard, request -> request.lost(event));
    }
  }

  private void each(Consumer<HoldfastListener> telling) {
    each(all, telling);
  }

  private static <T> void each(List<T> all, Consumer<T> telling) {
    @Nullable RuntimeException first = null;
    for (T listener : all) {
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
