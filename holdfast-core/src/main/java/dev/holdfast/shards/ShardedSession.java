package dev.holdfast.shards;

import dev.holdfast.LockInfo;
import dev.holdfast.StoreException;
import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.Futures;
import dev.holdfast.spi.KeepAlive;
import dev.holdfast.spi.ReleaseRequest;
import dev.holdfast.spi.ReplicaAck;
import dev.holdfast.spi.Standing;
import dev.holdfast.spi.StoreSession;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Passes each request on to the member that its name is in. Thread-safe.
 *
 * <ol>
 *   <li>A request that may grant or lengthen a hold first needs this client's mark in that member
 *       to last long enough ({@link TopologyPermits#covered}).
 *   <li>{@link #acquire}: the attempt is noted as one that may hold or wait there; the member
 *       answers.
 *   <li>{@link #keepAlive}: a batch is split by member. A member that does not answer makes only
 *       its own part {@link Standing.Unknown}.
 *   <li>{@link #release}, or an answer that the attempt is not there, takes the note back.
 *   <li>{@link #close}: marks and sessions end.
 * </ol>
 */
final class ShardedSession implements StoreSession {
  private final ShardedStore store;
  private final Routing routing;
  private final List<StoreSession> sessions;
  private final TopologyPermits permits;

  ShardedSession(
      ShardedStore store, Routing routing, List<StoreSession> sessions, TopologyPermits permits) {
    this.store = store;
    this.routing = routing;
    this.sessions = sessions;
    this.permits = permits;
  }

  private StoreSession of(String name) {
    return sessions.get(routing.of(name));
  }

  private static boolean isReserved(String name) {
    return name.equals(ShardedStore.MARK);
  }

  private static <T> CompletionStage<T> reserved() {
    return CompletableFuture.failedStage(
        new StoreException(
            "the name '"
                + ShardedStore.MARK
                + "' is kept for the list of members; nothing was asked",
            null,
            false));
  }

  @Override
  public CompletionStage<Standing> acquire(AcquireRequest request) {
    if (isReserved(request.name())) {
      return reserved();
    }
    int member = routing.of(request.name());
    return permits
        .covered(
            member,
            millis(request),
            () -> {
              permits.asked(request.name(), request.attempt());
              return sessions.get(member).acquire(request);
            })
        .thenApply(standing -> noted(request, standing));
  }

  private static long millis(AcquireRequest request) {
    return Math.max(request.leaseMillis(), request.claimMillis());
  }

  private Standing noted(AcquireRequest request, Standing standing) {
    if (standing instanceof Standing.Absent || standing instanceof Standing.Mismatched) {
      permits.over(request.attempt());
    }
    return standing;
  }

  /** As far as the names are in the member that the first is in. */
  @Override
  public CompletionStage<List<Standing>> acquireAll(List<AcquireRequest> requests) {
    int member = routing.of(requests.get(0).name());
    int together = 0;
    long millis = 0;
    for (AcquireRequest request : requests) {
      if (isReserved(request.name())) {
        return reserved();
      }
      if (routing.of(request.name()) != member) {
        break;
      }
      together++;
      millis = Math.max(millis, millis(request));
    }
    List<AcquireRequest> here = requests.subList(0, together);
    return permits
        .covered(
            member,
            millis,
            () -> {
              here.forEach(request -> permits.asked(request.name(), request.attempt()));
              return sessions.get(member).acquireAll(here);
            })
        .thenApply(
            answers -> {
              List<Standing> standings = new ArrayList<>(requests.size());
              for (int i = 0; i < here.size(); i++) {
                standings.add(noted(here.get(i), answers.get(i)));
              }
              Standing none = new Standing.Absent(0, null, false);
              standings.addAll(Collections.nCopies(requests.size() - here.size(), none));
              return standings;
            });
  }

  @Override
  public CompletionStage<List<Standing>> keepAlive(List<KeepAlive> requests) {
    Map<Integer, List<Integer>> indexes = new LinkedHashMap<>();
    for (int i = 0; i < requests.size(); i++) {
      indexes
          .computeIfAbsent(routing.of(requests.get(i).name()), member -> new ArrayList<>())
          .add(i);
    }
    Standing[] standings = new Standing[requests.size()];
    List<CompletableFuture<?>> parts = new ArrayList<>(indexes.size());
    indexes.forEach(
        (member, which) -> {
          List<KeepAlive> here = which.stream().map(requests::get).toList();
          parts.add(
              keepAlive(member, here)
                  .handle(
                      (answers, error) -> {
                        for (int k = 0; k < which.size(); k++) {
                          standings[which.get(k)] =
                              answers == null ? unknown(error) : noted(here.get(k), answers.get(k));
                        }
                        return true;
                      })
                  .toCompletableFuture());
        });
    return CompletableFuture.allOf(parts.toArray(CompletableFuture[]::new))
        .thenApply(all -> Arrays.asList(standings));
  }

  @Override
  public boolean acknowledges() {
    return sessions.stream().allMatch(StoreSession::acknowledges);
  }

  @Override
  public CompletionStage<ReplicaAck> acknowledge(
      KeepAlive.Hold hold, int replicas, long timeoutMillis) {
    int member = routing.of(hold.name());
    return permits
        .covered(
            member,
            hold.leaseMillis(),
            () -> sessions.get(member).acknowledge(hold, replicas, timeoutMillis))
        .thenApply(
            answer -> {
              Standing unused = noted(hold, answer.standing());
              return answer;
            });
  }

  private CompletionStage<List<Standing>> keepAlive(int member, List<KeepAlive> requests) {
    long millis = requests.stream().mapToLong(KeepAlive::leaseMillis).max().orElse(0);
    return permits.covered(member, millis, () -> sessions.get(member).keepAlive(requests));
  }

  private Standing noted(KeepAlive request, Standing standing) {
    if (standing instanceof Standing.Absent) {
      permits.over(request.attempt());
    }
    return standing;
  }

  private static Standing unknown(Throwable error) {
    Throwable cause = Futures.unwrapped(error);
    return new Standing.Unknown(
        cause instanceof StoreException known
            ? known
            : new StoreException(
                "the member failed unexpectedly (" + cause + "); the outcome is unknown",
                cause,
                true));
  }

  @Override
  public int nodes(String name, String attempt) {
    return of(name).nodes(name, attempt);
  }

  @Override
  public CompletionStage<OptionalLong> clock(String name) {
    return of(name).clock(name);
  }

  @Override
  public int part(String name) {
    int member = routing.of(name);
    return Objects.hash(member, sessions.get(member).part(name));
  }

  @Override
  public CompletionStage<Boolean> release(ReleaseRequest request) {
    return of(request.name())
        .release(request)
        .thenApply(
            found -> {
              permits.over(request.attempt());
              return found;
            });
  }

  @Override
  public boolean reduces() {
    return sessions.stream().allMatch(StoreSession::reduces);
  }

  @Override
  public CompletionStage<Boolean> reduce(String name, String attempt, int permits) {
    return of(name).reduce(name, attempt, permits);
  }

  @Override
  public CompletionStage<Integer> resize(String name, int expected, int size) {
    return isReserved(name) ? reserved() : of(name).resize(name, expected, size);
  }

  @Override
  public CompletionStage<LockInfo> inspect(String name) {
    return of(name).inspect(name);
  }

  @Override
  public CompletionStage<List<String>> names(int limit) {
    CompletionStage<List<String>> all = CompletableFuture.completedStage(List.of());
    for (StoreSession session : sessions) {
      all = all.thenCombine(session.names(limit + 1), ShardedSession::joined);
    }
    return all.thenApply(names -> names.subList(0, Math.min(limit, names.size())));
  }

  private static List<String> joined(List<String> some, List<String> more) {
    List<String> names = new ArrayList<>(some);
    more.stream().filter(name -> !isReserved(name)).forEach(names::add);
    return names;
  }

  @Override
  public CompletionStage<Boolean> breakHold(String name) {
    return isReserved(name) ? reserved() : of(name).breakHold(name);
  }

  @Override
  public void close() {
    permits.end();
    sessions.forEach(StoreSession::close);
  }

  @Override
  public String toString() {
    return "session of " + store;
  }
}
