package dev.holdfast.internal.engine;

import dev.holdfast.StoreException;
import dev.holdfast.internal.engine.NameRequests.Acknowledging;
import dev.holdfast.internal.hold.Hold;
import dev.holdfast.spi.ReplicaAck;
import dev.holdfast.spi.Standing;

/** How a {@link NameMachine} hears what became of its requests. Each call takes its lock. */
public interface StoreAnswers {
  String name();

  void asked(Attempt asked, Standing standing, long sentAt, Effects fx);

  void askFailed(Attempt asked, StoreException error, Effects fx);

  /** It was not sent, as the store was never reached. */
  void notAsked(Attempt asked, StoreException error, Effects fx);

  /** It is sent now, as the store was reached; returns whether a waiter wants it still. */
  boolean isSent(Attempt asked);

  /** It was not sent, as no waiter wanted it any more. */
  void withdrawn(Attempt asked, Effects fx);

  void acknowledged(Acknowledging asked, ReplicaAck answer, long sentAt, Effects fx);

  void acknowledgementFailed(Acknowledging asked, StoreException error, Effects fx);

  void placeKept(Attempt kept, Standing standing, long sentAt, Effects fx);

  void placeFailed(Attempt kept, StoreException error, Effects fx);

  void renewed(Hold renewed, Standing standing, long sentAt, Effects fx);

  void renewalFailed(Hold renewed, StoreException error, Effects fx);

  void ended(Attempt over, boolean found, Effects fx);

  void endFailed(Attempt over, StoreException error, Effects fx);
}
