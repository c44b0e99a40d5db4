package dev.holdfast.internal;

import dev.holdfast.internal.Effects.Caller;
import dev.holdfast.internal.Effects.Effect;
import dev.holdfast.spi.AcquireRequest;

/** A line's request to the store to hold its name. */
record Ask(Line line, Attempt attempt) implements Effect {
  AcquireRequest request(long sentAt) {
    Terms terms = attempt.terms;
    return new AcquireRequest(
        line.name,
        attempt.id,
        terms.mode,
        attempt.waits,
        terms.grantMillis,
        terms.claimMillis,
        terms.placeMillis,
        sentAt,
        terms.permits,
        terms.size,
        0,
        terms.options.holdAtLeast().toMillis(),
        terms.options.lockDelay().toMillis());
  }

  @Override
  public void perform(Engine engine, Caller caller) {
    engine.messages.ask(this, caller);
  }

  @Override
  public void failed(Engine engine, Throwable thrown) {
    engine.messages.then(fx -> line.askFailed(attempt, StoreCalls.asStoreException(thrown), fx));
  }
}
