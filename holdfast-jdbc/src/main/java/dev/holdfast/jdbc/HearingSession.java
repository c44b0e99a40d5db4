package dev.holdfast.jdbc;

import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.ForwardingSession;
import dev.holdfast.spi.KeepAlive;
import dev.holdfast.spi.ReleaseRequest;
import dev.holdfast.spi.Standing;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** A session that listens for as long as it may have anything to be told of. */
final class HearingSession extends ForwardingSession {
  private final Hearing hearing;
  private final Listening listening;

  HearingSession(JdbcSession session, Hearing hearing, Listening listening) {
    super(session);
    this.hearing = hearing;
    this.listening = listening;
  }

  @Override
  public CompletionStage<Standing> acquire(AcquireRequest request) {
    begin(request);
    return super.acquire(request)
        .whenComplete(
            (standing, error) -> {
              if (error == null) {
                hearing.answered(request, standing);
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
                hearing.answered(requests.get(i), standings.get(i));
              }
            });
  }

  private void begin(AcquireRequest request) {
    hearing.asks(request);
    long longest = Math.max(request.leaseMillis(), request.waits() ? request.placeMillis() : 0);
    listening.need(hearing, longest);
  }

  @Override
  public CompletionStage<List<Standing>> keepAlive(List<KeepAlive> requests) {
    requests.forEach(request -> listening.need(hearing, millis(request)));
    return super.keepAlive(requests)
        .whenComplete(
            (standings, error) -> {
              for (int i = 0; error == null && i < requests.size(); i++) {
                hearing.answered(requests.get(i), standings.get(i));
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
    hearing.ends(request.attempt());
    return super.release(request);
  }

  @Override
  public CompletionStage<List<Boolean>> releaseAll(List<ReleaseRequest> requests) {
    requests.forEach(request -> hearing.ends(request.attempt()));
    return super.releaseAll(requests);
  }

  @Override
  public void close() {
    listening.forget(hearing);
    super.close();
  }
}
