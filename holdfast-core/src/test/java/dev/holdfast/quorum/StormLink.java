package dev.holdfast.quorum;

import dev.holdfast.StoreException;
import dev.holdfast.spi.ClientIdentity;
import dev.holdfast.spi.ForwardingListener;
import dev.holdfast.spi.ForwardingSession;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreCapabilities;
import dev.holdfast.spi.StoreListener;
import dev.holdfast.spi.StoreSession;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * One member at the end of one client's wire, on which requests, answers and pushes take their
 * time, overtake one another, come late, or not at all. For one thread.
 */
final class StormLink implements LockStore {
  private static final long TIMEOUT_MICROS = 500_000;

  private final LockStore store;
  private final StormTime time;
  private final SplittableRandom dice;
  private boolean calm;
  private boolean cut;

  StormLink(LockStore store, StormTime time, SplittableRandom dice) {
    this.store = store;
    this.time = time;
    this.dice = dice;
  }

  /** Whether nothing passes for now. */
  void cut(boolean now) {
    cut = now;
  }

  /** From now on everything passes. */
  void calm() {
    calm = true;
    cut = false;
  }

  private boolean isLost() {
    return cut || (!calm && dice.nextInt(50) == 0);
  }

  /** Most messages are quick, and one in twenty is not. */
  private void carry(Runnable message) {
    boolean slow = !calm && dice.nextInt(20) == 0;
    time.soon(50, slow ? 2 * TIMEOUT_MICROS : 1_000, message);
  }

  private <T> CompletionStage<T> send(Supplier<CompletionStage<T>> verb) {
    CompletableFuture<T> answer = new CompletableFuture<>();
    time.soon(
        TIMEOUT_MICROS,
        TIMEOUT_MICROS + 1,
        () -> answer.completeExceptionally(new StoreException("no answer", null, true)));
    if (!isLost()) {
      carry(() -> arrive(verb, answer));
    }
    return answer;
  }

  private <T> void arrive(Supplier<CompletionStage<T>> verb, CompletableFuture<T> answer) {
    T result = verb.get().toCompletableFuture().join();
    if (!isLost()) {
      carry(() -> answer.complete(result));
    }
  }

  @Override
  public StoreCapabilities capabilities() {
    return store.capabilities();
  }

  @Override
  public StoreSession open(ClientIdentity client, StoreListener listener) {
    return new ForwardingSession(store.open(client, new Pushes(listener))) {
      @Override
      protected <T> CompletionStage<T> ask(Supplier<CompletionStage<T>> verb) {
        return send(verb);
      }
    };
  }

  @Override
  public void close() {}

  private final class Pushes extends ForwardingListener {
    Pushes(StoreListener listener) {
      super(listener);
    }

    @Override
    protected void push(Runnable delivery) {
      if (!isLost()) {
        carry(delivery);
      }
    }
  }
}
