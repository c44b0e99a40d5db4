package dev.holdfast.consensus;

import dev.holdfast.StoreException;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;

/** What opens sessions with a service for one client, one after another. Thread-safe. */
public interface CoordinationService extends AutoCloseable {
  /**
   * Has the client told of what happens to sessions; called once, before anything else.
   *
   * @param onEnded called once for each session that ended, with the reason, in a clause
   * @param onTrouble called when pushes may have been missed
   */
  void start(BiConsumer<CoordinationSession, String> onEnded, Runnable onTrouble);

  /**
   * The session that there is now, or a new one.
   *
   * @throws StoreException if there is none, and nothing was asked
   */
  CompletableFuture<? extends CoordinationSession> session();

  /** The error that says what was asked, what the service answered, and what is true now. */
  StoreException failure(String asked, Throwable thrown);

  /**
   * Takes away, in the background, a node that no client will release; tries for as long as needed.
   */
  void abandon(String name, String node);

  /** Whether a session's nodes outlive {@link #close()}, because the session is not ours. */
  boolean outlives();

  /** Ends what was opened for this client. Idempotent. */
  @Override
  void close();
}
