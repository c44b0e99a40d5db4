package dev.holdfast.lab.sim;

import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreSession;

/** A store on the simulated server, and the way to it through the simulated network. */
interface Backend {
  /** What a client is built over. */
  LockStore storeFor(Actor actor);

  /** A look at the store itself, past the network. */
  StoreSession admin();

  /** The server starts again, without its data if {@code wiped}. */
  void restart(boolean wiped);

  /** A client's subscription was restored after the server came back. */
  void reconnected(Actor actor);
}
