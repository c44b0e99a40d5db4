package dev.holdfast.spi;

import java.util.Objects;

/**
 * A listener that hands all pushes on to another one, for stores that add something to a store. A
 * subclass overrides {@link #push} to lose, repeat or delay them. Thread-safe if the other one is.
 */
public abstract class ForwardingListener implements StoreListener {
  private final StoreListener listener;

  /** Hands on to a listener. */
  protected ForwardingListener(StoreListener listener) {
    this.listener = Objects.requireNonNull(listener, "listener");
  }

  /**
   * Delivers one push; does nothing else here.
   *
   * @param delivery tells the other listener when it is run, which may be later, or never
   */
  protected void push(Runnable delivery) {
    delivery.run();
  }

  @Override
  public void granted(String name, String attempt, Standing.Holding standing, long sentAt) {
    push(() -> listener.granted(name, attempt, standing, sentAt));
  }

  @Override
  public void recalled(String name, String attempt) {
    push(() -> listener.recalled(name, attempt));
  }

  @Override
  public void broken(String name, String attempt) {
    push(() -> listener.broken(name, attempt));
  }

  @Override
  public void sessionEnded(String name, String attempt, String why) {
    push(() -> listener.sessionEnded(name, attempt, why));
  }

  @Override
  public void changed() {
    push(listener::changed);
  }
}
