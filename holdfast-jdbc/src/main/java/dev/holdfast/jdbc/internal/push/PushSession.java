package dev.holdfast.jdbc.internal.push;

import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.ForwardingSession;
import dev.holdfast.spi.KeepAlive;
import dev.holdfast.spi.ReleaseRequest;
import dev.holdfast.spi.Standing;
import dev.holdfast.spi.StoreSession;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** A session that listens for as long as it may have anything to be told of. */
public final class PushSession extends ForwardingSession {
  private final PushSubscription subscription;
  private final PushListener listener;

  public PushSession(StoreSession session, PushSubscription subscription, PushListener listener) {
    super(session);
    this.subscription = subscription;
    this.listener = listener;
  }

  @Override
  public CompletionStage<Standing> acquire(AcquireRequest request) {
    begin(request);
    return super.acquire(request)
        .whenComplete(
            (standing, error) -> {
              if (error == null) {
                subscription.answered(request, standing);
              }
            });
  }

  @Override
  public CompletionStage<List<Standing>> acquireAll(List<AcquireRequest> requests) {
    requests.forEach(this::begin);
    return super.acquireAll(requests)
        .whenComplete(
            (standings, error) -> {
              for (int i = 0; error == null && i < requests.size(); i++) {
                subscription.answered(requests.get(i), standings.get(i));
              }
            });
  }

  private void begin(AcquireRequest request) {
    subscription.asks(request);
    long longest = Math.max(request.leaseMillis(), request.waits() ? request.placeMillis() : 0);
    listener.need(subscription, longest);
  }

  @Override
  public CompletionStage<List<Standing>> keepAlive(List<KeepAlive> requests) {
    requests.forEach(request -> listener.need(subscription, millis(request)));
    return super.keepAlive(requests)
        .whenComplete(
            (standings, error) -> {
              for (int i = 0; error == null && i < requests.size(); i++) {
                subscription.answered(requests.get(i), standings.get(i));
              }
            });
  }

  private static long millis(KeepAlive request) {
    if (request instanceof KeepAlive.Hold hold) {
      return hold.leaseMillis();
    }
    if (request instanceof KeepAlive.Raise raise) {
      return raise.leaseMillis();
    }
    return request instanceof KeepAlive.Change change
        ? change.leaseMillis()
        : ((KeepAlive.Place) request).placeMillis();
  }

  @Override
  public CompletionStage<Boolean> release(ReleaseRequest request) {
    subscription.ends(request.attempt());
    return super.release(request);
  }

  @Override
  public CompletionStage<List<Boolean>> releaseAll(List<ReleaseRequest> requests) {
    requests.forEach(request -> subscription.ends(request.attempt()));
    return super.releaseAll(requests);
  }

  @Override
  public void close() {
    listener.forget(subscription);
    super.close();
  }
}
