package dev.holdfast.internal.session;

import dev.holdfast.LockInfo;
import dev.holdfast.StoreException;
import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.KeepAlive;
import dev.holdfast.spi.ReleaseRequest;
import dev.holdfast.spi.Standing;
import dev.holdfast.spi.StoreSession;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;

/** Stands for a store that was never reached: each request fails, and says what was asked. */
public final class UnreachedSession implements StoreSession {
  private final String store;
  private final StoreException why;

  /**
   * Fails all requests for this reason.
   *
   * @param store says which store was not reached, and for how long
   */
  UnreachedSession(String store, StoreException why) {
    this.store = store;
    this.why = why;
  }

  /** What this request is told. */
  StoreException failure(String request) {
    return new StoreException(
        request + " was not sent: " + store + " (" + why.getMessage() + "); nothing was locked",
        why,
        why.isTransient());
  }

  private <T> CompletionStage<T> fail(String request) {
    return CompletableFuture.failedStage(failure(request));
  }

  static String acquire(String name) {
    return "acquire '" + name + "'";
  }

  @Override
  public CompletionStage<Standing> acquire(AcquireRequest request) {
    return fail(acquire(request.name()));
  }

  @Override
  public CompletionStage<List<Standing>> acquireAll(List<AcquireRequest> requests) {
    return fail(
        requests.stream()
            .map(each -> "'" + each.name() + "'")
            .collect(Collectors.joining(", ", "acquire ", "")));
  }

  @Override
  public CompletionStage<List<Standing>> keepAlive(List<KeepAlive> requests) {
    return fail("a renewal");
  }

  @Override
  public CompletionStage<Boolean> release(ReleaseRequest request) {
    return fail("release '" + request.name() + "'");
  }

  @Override
  public CompletionStage<Boolean> reduce(String name, String attempt, int permits) {
    return fail("give back permits of '" + name + "'");
  }

  @Override
  public CompletionStage<Integer> resize(String name, int expected, int size) {
    return fail("resize '" + name + "'");
  }

  @Override
  public CompletionStage<LockInfo> inspect(String name) {
    return fail("inspect '" + name + "'");
  }

  @Override
  public CompletionStage<List<String>> names(int limit) {
    return fail("names");
  }

  @Override
  public CompletionStage<Boolean> breakHold(String name) {
    return fail("break the hold on '" + name + "'");
  }

  @Override
  public void close() {}
}
