package dev.holdfast.internal.session;

import dev.holdfast.StoreException;
import dev.holdfast.internal.runtime.Isolated;
import dev.holdfast.internal.runtime.Parking;
import dev.holdfast.spi.EngineHost;
import dev.holdfast.spi.Futures;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreCapabilities;
import dev.holdfast.spi.StoreSession;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * How a verb of the store is called: on this thread or, for a blocking store, through an executor;
 * and how its outcome comes back, as knowledge or as a {@link StoreException}.
 */
public class StoreInvoker {
  private final StoreSession session;
  private final StoreCapabilities capabilities;
  private final EngineHost host;

  public StoreInvoker(StoreSession session, StoreCapabilities capabilities, EngineHost host) {
    this.session = session;
    this.capabilities = capabilities;
    this.host = host;
  }

  /** Calls this session of a store, and closes it if it cannot. */
  public static StoreInvoker of(StoreSession session, LockStore store, EngineHost host) {
    try {
      return new StoreInvoker(session, store.capabilities(), host);
    } catch (RuntimeException | Error failed) {
      session.close();
      throw failed;
    }
  }

  public StoreCapabilities capabilities() {
    return capabilities;
  }

  /** See {@link StoreSession#nodes}. */
  public int nodes(String name, String attempt) {
    return session.nodes(name, attempt);
  }

  /** See {@link StoreSession#part}. */
  public int part(String name) {
    return session.part(name);
  }

  /** See {@link StoreSession#acknowledges}. */
  public boolean acknowledges() {
    return session.acknowledges();
  }

  /** See {@link StoreSession#reduces}. */
  public boolean reduces() {
    return session.reduces();
  }

  /** Whether the store has answered yet, for the first time. */
  public boolean isReached() {
    return true;
  }

  /** What an acquire of this name is told if the store was never reached; null if it was. */
  @Nullable
  public StoreException unreached(String name) {
    return null;
  }

  /** Gives up reaching the store, so that what waits for that ends; does nothing if it was. */
  public void giveUp() {}

  /** Ends the session. */
  public void close() {
    session.close();
  }

  /** Completes when nothing uses the store any more, after {@link #close}. */
  public CompletableFuture<Void> over() {
    return CompletableFuture.completedFuture(null);
  }

  /** A verb, given its send time. */
  @FunctionalInterface
  public interface Verb<T> {
    CompletionStage<T> send(StoreSession session, long sentAt);
  }

  /** What to do with an answer. */
  public interface Reply<T> {
    void known(T answer, long sentAt);

    void unknown(StoreException error);

    /** It was not sent, as the store was never reached. */
    default void notSent(StoreException error) {
      unknown(error);
    }

    /**
     * Asked where requests may have to wait for the store, just before it is sent. If no caller
     * wants it any more, it is over, and hears no more.
     */
    default boolean isToBeSent() {
      return true;
    }

    /** Whether it is worth a try of its own to reach a store that has refused this client. */
    default boolean isAwaited() {
      return true;
    }
  }

  /** Calls a verb on this thread if {@code inline} or the store does not block, else elsewhere. */
  public <T> void call(boolean inline, Executor elsewhere, Verb<T> verb, Reply<T> reply) {
    if (inline || !capabilities.blocking()) {
      callHere(verb, reply);
      return;
    }
    try {
      elsewhere.execute(() -> callHere(verb, reply));
    } catch (RejectedExecutionException closed) {
      fail(
          reply::unknown,
          new StoreException("the client is closed; nothing was sent", closed, true));
    } catch (RuntimeException | Error noThread) {
      fail(
          reply::unknown,
          new StoreException(
              "no thread could be had for a call to the store (" + noThread + "); nothing was sent",
              noThread,
              true));
    }
  }

  /** Never throws: whatever is thrown on the way is the answer. */
  private <T> void callHere(Verb<T> verb, Reply<T> reply) {
    // A pending interrupt would make some connection pools refuse to work; it is kept for later.
    boolean interrupted = Thread.interrupted();
    try {
      long sentAt = host.nanos();
      CompletionStage<T> stage = verb.send(session, sentAt);
      // Of this very class: one of its subclasses is a stage that does not say whether it is done.
      if (stage.getClass() == CompletableFuture.class
          && stage instanceof CompletableFuture<T> future
          && future.isDone()
          && !future.isCompletedExceptionally()) {
        takeIn(reply, Futures.result(future), sentAt);
      } else {
        stage.whenComplete(
            (answer, error) -> {
              if (error == null) {
                takeIn(reply, answer, sentAt);
              } else {
                fail(reply::unknown, asStoreException(error));
              }
            });
      }
    } catch (RuntimeException | Error broken) {
      // An Error too (a garbled answer can make a client library ask for a billion elements): a
      // name machine that does not hear of it waits for this answer without end.
      fail(reply::unknown, asStoreException(broken));
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static <T> void takeIn(Reply<T> reply, T answer, long sentAt) {
    try {
      reply.known(answer, sentAt);
    } catch (Throwable thrown) {
      notTakenIn(thrown, reply::unknown);
    }
  }

  /** Takes in one answer of several; whatever is thrown then fails its request alone. */
  public static void takeInOne(Runnable known, Consumer<StoreException> failed) {
    try {
      known.run();
    } catch (Throwable thrown) {
      notTakenIn(thrown, failed);
    }
  }

  /** An answer could not be taken in: its request has failed. */
  public static void notTakenIn(Throwable thrown, Consumer<StoreException> failed) {
    Isolated.note("an answer of the store could not be taken in; its request has failed", thrown);
    fail(
        failed,
        new StoreException(
            "the store's answer could not be taken in (" + thrown + "); the outcome is unknown",
            thrown,
            true));
  }

  /** Says that a request failed; never throws. */
  public static void fail(Consumer<StoreException> failed, StoreException error) {
    Isolated.run("that a request failed could not be taken in", () -> failed.accept(error));
  }

  /** Calls a verb and waits for its answer, for the few calls that are not the engine's. */
  public <T> T await(Verb<T> verb) {
    Awaited<T> awaited = new Awaited<>();
    call(true, Runnable::run, verb, awaited);
    return awaited.join(capabilities().requestTimeout().toNanos());
  }

  public static StoreException asStoreException(Throwable error) {
    Throwable cause = Futures.unwrapped(error);
    return cause instanceof StoreException known
        ? known
        : new StoreException(
            "the store failed unexpectedly (" + cause + "); the outcome is unknown", cause, true);
  }

  private static final class Awaited<T> implements Reply<T> {
    private final CompletableFuture<T> future = new CompletableFuture<>();

    @Override
    public void known(T answer, long sentAt) {
      future.complete(answer);
    }

    @Override
    public void unknown(StoreException error) {
      future.completeExceptionally(error);
    }

    T join(long nanos) {
      try {
        // Twice the store's own timeout: it reports better than we could, so let it.
        return Parking.get(future, 2 * nanos);
      } catch (java.util.concurrent.ExecutionException failed) {
        throw asStoreException(failed);
      } catch (java.util.concurrent.TimeoutException silent) {
        throw new StoreException(
            "the store did not answer within " + TimeUnit.NANOSECONDS.toMillis(2 * nanos) + " ms",
            silent,
            true);
      }
    }
  }

  /** Takes one consumer for each outcome. */
  public static <T> Reply<T> reply(
      java.util.function.ObjLongConsumer<T> known, Consumer<StoreException> unknown) {
    return new Reply<>() {
      @Override
      public void known(T answer, long sentAt) {
        known.accept(answer, sentAt);
      }

      @Override
      public void unknown(StoreException error) {
        unknown.accept(error);
      }
    };
  }
}
