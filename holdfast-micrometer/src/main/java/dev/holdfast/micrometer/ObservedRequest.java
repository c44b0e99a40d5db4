package dev.holdfast.micrometer;

import dev.holdfast.HoldfastListener.Acquired;
import dev.holdfast.HoldfastListener.NotAcquired;
import dev.holdfast.HoldfastListener.Released;
import dev.holdfast.LeaseLostException;
import dev.holdfast.RequestListener;
import io.micrometer.common.KeyValues;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.ObservationView;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A request and its leases, observed. */
final class ObservedRequest implements RequestListener {
  private final ObservationRegistry registry;
  private final String name;
  private final KeyValues common;
  private final Observation acquire;
  private final Observation.Scope scope;
  private final AtomicInteger leases = new AtomicInteger();
  private volatile @Nullable Observation hold;
  private volatile String outcome = Words.RELEASED; // of the hold

  /** Begins to observe the request, on the thread that makes it. */
  ObservedRequest(ObservationRegistry registry, Requested event, String group) {
    this.registry = registry;
    this.name = event.name();
    this.common =
        KeyValues.of(
            LockObservation.Tag.MODE.withValue(Words.of(event.mode())),
            LockObservation.Tag.GROUP.withValue(group));
    this.acquire = begun(LockObservation.ACQUIRE, new Observation.Context());
    this.scope = acquire.openScope();
  }

  private Observation begun(LockObservation kind, Observation.Context context) {
    return Observation.createNotStarted(kind.getName(), () -> context, registry)
        .contextualName(kind.getContextualName())
        .lowCardinalityKeyValues(common)
        .highCardinalityKeyValue(LockObservation.Attribute.NAME.withValue(name))
        .start();
  }

  @Override
  public void asked() {
    scope.close();
  }

  @Override
  public void acquired(List<Acquired> granted) {
    Acquired first = granted.get(0);
    endAcquire(Words.ACQUIRED, Words.of(first.how()));
    Observation.Context context = new Observation.Context();
    ObservationView parent = acquire.getContextView().getParentObservation();
    if (parent != null) {
      context.setParentObservation(parent); // the current one may be of a thread of ours
    }
    leases.set(granted.size());
    hold =
        begun(LockObservation.HOLD, context)
            .highCardinalityKeyValue(
                LockObservation.Attribute.TOKEN.withValue(Long.toString(first.token())));
  }

  @Override
  public void notAcquired(NotAcquired event) {
    endAcquire(Words.of(event.why()), Words.NONE);
  }

  private void endAcquire(String outcome, String how) {
    acquire
        .lowCardinalityKeyValue(LockObservation.Tag.OUTCOME.withValue(outcome))
        .lowCardinalityKeyValue(LockObservation.Tag.HOW.withValue(how))
        .stop();
  }

  @Override
  public void released(Released event) {
    leaseEnded();
  }

  @Override
  public void lost(Lost event) {
    outcome = Words.LOST;
    Observation held = hold;
    if (held != null) {
      held.error(new LeaseLostException(event.name(), event.token(), event.loss()));
    }
    leaseEnded();
  }

  private void leaseEnded() {
    Observation held = hold;
    if (leases.decrementAndGet() == 0 && held != null) {
      held.lowCardinalityKeyValue(LockObservation.Tag.OUTCOME.withValue(outcome)).stop();
    }
  }
}
