package dev.holdfast.shards;

import dev.holdfast.StoreException;
import dev.holdfast.spi.ClientIdentity;
import dev.holdfast.spi.Futures;
import dev.holdfast.spi.StoreListener;
import dev.holdfast.spi.StoreSession;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * One client's marks in all members: they stand before anything is granted, and outlast whatever
 * is. Thread-safe.
 */
final class TopologyPermits {
  private static final long LEAST_MILLIS = 60_000;
  private static final String CONFLICT =
      " was not asked: clients with another list of members are open there, or may still have"
          + " leases; close them, or give this client the same list";

  private final ShardedStore store;
  private final List<TopologyPermit> permits;
  private final StoreListener listener;
  private final TopologyRenewal marking;
  private final long slackMillis;
  private final AtomicLong longestMillis = new AtomicLong(LEAST_MILLIS / 2);
  // What the members may hold or keep in a queue for this client: the name of each attempt.
  private final Map<String, String> attempts = new ConcurrentHashMap<>();
  private Runnable stop = () -> {};

  TopologyPermits(
      ShardedStore store,
      ClientIdentity client,
      List<StoreSession> sessions,
      StoreListener listener,
      TopologyRenewal marking) {
    this.store = store;
    this.listener = listener;
    this.marking = marking;
    this.slackMillis = store.capabilities().requestTimeout().toMillis();
    int list = store.listNumber();
    this.permits =
        sessions.stream()
            .map(session -> new TopologyPermit(session, client, list, marking))
            .toList();
  }

  /**
   * Makes all marks, and keeps them from then on.
   *
   * @throws StoreException if a member does not answer, or another list is in use
   */
  void begin(Duration timeout) {
    for (int i = 0; i < permits.size(); i++) {
      CompletionStage<Boolean> made = permits.get(i).make(markMillis());
      if (!await(made, timeout, i)) {
        throw conflict(i);
      }
    }
    List<Runnable> renewals = new ArrayList<>();
    for (int i = 0; i < permits.size(); i++) {
      int member = i;
      // Whatever a member throws, the next time comes.
      renewals.add(
          () -> ignoring(CompletableFuture.completedStage(true).thenCompose(now -> renew(member))));
    }
    stop = marking.every(LEAST_MILLIS / 3, renewals);
  }

  private boolean await(CompletionStage<Boolean> made, Duration timeout, int member) {
    try {
      return Futures.get(made, timeout);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new StoreException(
          "interrupted while the members were asked; no session was opened", interrupted, true);
    } catch (TimeoutException | ExecutionException failed) {
      throw new StoreException(
          store.store(member)
              + " did not answer; a client opens only with all members; no session was opened",
          failed,
          true);
    }
  }

  private StoreException conflict(int member) {
    return new StoreException(store.store(member) + CONFLICT, null, false);
  }

  private long markMillis() {
    return 2 * longestMillis.get();
  }

  /**
   * Asks a member for something that may last so long, once the marks surely outlast it. Another
   * member that does not answer does not matter: its mark is renewed when it is there again.
   */
  <T> CompletionStage<T> covered(int member, long leaseMillis, Supplier<CompletionStage<T>> verb) {
    for (int i = 0; i < permits.size(); i++) {
      if (permits.get(i).isConflicting()) {
        return CompletableFuture.failedStage(conflict(i));
      }
    }
    if (leaseMillis > longestMillis.get()) {
      longestMillis.accumulateAndGet(leaseMillis, Math::max);
      for (int i = 0; i < permits.size(); i++) {
        if (i != member) {
          ignoring(renew(i));
        }
      }
    }
    if (permits.get(member).covers(leaseMillis + slackMillis)) {
      return verb.get();
    }
    return renew(member)
        .thenCompose(
            stands -> stands ? verb.get() : CompletableFuture.failedStage(conflict(member)));
  }

  private CompletionStage<Boolean> renew(int member) {
    return permits
        .get(member)
        .renew(markMillis())
        .thenApply(
            stands -> {
              if (!stands) {
                loseAll(member);
              }
              return stands;
            });
  }

  private static void ignoring(CompletionStage<Boolean> stage) {
    stage.exceptionally(unanswered -> false);
  }

  /** Others may be granted the same names in other members from now on. */
  private void loseAll(int member) {
    String why = store.store(member) + " had forgotten this client, and has another list by now";
    attempts.forEach((attempt, name) -> listener.sessionEnded(name, attempt, why));
  }

  void asked(String name, String attempt) {
    attempts.put(attempt, name);
  }

  void over(String attempt) {
    attempts.remove(attempt);
  }

  /**
   * Ends the renewal of marks, and takes them away if nothing was left behind; otherwise they last
   * as long as that may.
   */
  void end() {
    stop.run();
    if (!attempts.isEmpty()) {
      return;
    }
    List<CompletableFuture<Boolean>> removals = new ArrayList<>();
    for (TopologyPermit mark : permits) {
      CompletableFuture<Boolean> removal = mark.remove().toCompletableFuture();
      removals.add(removal);
      if (removal.isCompletedExceptionally()) {
        // A store that blocks took its time for this; the others' marks end by themselves.
        break;
      }
    }
    try {
      Void unused =
          Futures.getUninterruptibly(
              CompletableFuture.allOf(removals.toArray(CompletableFuture[]::new)),
              Duration.ofMillis(slackMillis));
    } catch (ExecutionException | TimeoutException unanswered) {
      // The marks end by themselves.
    }
  }
}
