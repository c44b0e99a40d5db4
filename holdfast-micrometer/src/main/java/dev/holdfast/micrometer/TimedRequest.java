package dev.holdfast.micrometer;

import dev.holdfast.HoldfastListener.Acquired;
import dev.holdfast.HoldfastListener.NotAcquired;
import dev.holdfast.HoldfastListener.Released;
import dev.holdfast.RequestListener;
import dev.holdfast.spi.Mode;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.List;

/** A request and its leases, each of which ends up in one timer. */
final class TimedRequest implements RequestListener {
  private final MeterRegistry registry;
  private final Tags tags;

  TimedRequest(MeterRegistry registry, Tags tags) {
    this.registry = registry;
    this.tags = tags;
  }

  @Override
  public void acquired(List<Acquired> leases) {
    Acquired lease = leases.get(0);
    ended(Words.ACQUIRED, Words.of(lease.how()), lease.mode(), lease.waited());
  }

  @Override
  public void notAcquired(NotAcquired event) {
    ended(Words.of(event.why()), Words.NONE, event.mode(), event.waited());
  }

  private void ended(String outcome, String how, Mode mode, Duration waited) {
    Timer.builder(LockObservation.ACQUIRE.getName())
        .description("Requests for a lease that asked the store, or waited, to their end")
        .tags(tags.and("outcome", outcome, "how", how, "mode", Words.of(mode)))
        .register(registry)
        .record(waited);
  }

  @Override
  public void released(Released event) {
    held(Words.RELEASED, event.mode(), event.held());
  }

  @Override
  public void lost(Lost event) {
    held(Words.LOST, event.mode(), event.held());
  }

  private void held(String outcome, Mode mode, Duration held) {
    Timer.builder(LockObservation.HOLD.getName())
        .description("Leases of these requests, to their end")
        .tags(tags.and("outcome", outcome, "mode", Words.of(mode)))
        .register(registry)
        .record(held);
  }
}
