package dev.holdfast.internal.locks;

import dev.holdfast.internal.engine.Engine;

/**
 * The engine that a client's locks ask now. A client that is closed and opened again has another
 * one, and a lock that was made before asks that one. A request stays with the engine that it was
 * made to, and a lease with the one that granted it. Thread-safe.
 */
public final class CurrentEngine {
  private volatile Engine engine;

  public CurrentEngine(Engine first) {
    this.engine = first;
  }

  /** To be read once for a request. */
  public Engine get() {
    return engine;
  }

  /** The client was opened again. */
  public void set(Engine next) {
    engine = next;
  }
}
