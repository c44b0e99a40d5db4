package dev.holdfast.internal.session;

import dev.holdfast.spi.Standing;
import dev.holdfast.spi.StoreListener;
import org.jspecify.annotations.Nullable;

/**
 * Passes pushes on from the moment the engine exists: a session must be opened with a listener
 * before there is an engine to listen. A push before that can only say that pushes began.
 */
public final class DeferredListener implements StoreListener {
  private volatile @Nullable StoreListener listener;

  public void begin(StoreListener engine) {
    listener = engine;
  }

  @Override
  public void granted(String name, String attempt, Standing.Holding standing, long sentAt) {
    StoreListener present = listener;
    if (present != null) {
      present.granted(name, attempt, standing, sentAt);
    }
  }

  @Override
  public void recalled(String name, String attempt) {
    StoreListener present = listener;
    if (present != null) {
      present.recalled(name, attempt);
    }
  }

  @Override
  public void broken(String name, String attempt) {
    StoreListener present = listener;
    if (present != null) {
      present.broken(name, attempt);
    }
  }

  @Override
  public void sessionEnded(String name, String attempt, String why) {
    StoreListener present = listener;
    if (present != null) {
      present.sessionEnded(name, attempt, why);
    }
  }

  @Override
  public void changed() {
    StoreListener present = listener;
    if (present != null) {
      present.changed();
    }
  }
}
