package dev.holdfast.internal;

import dev.holdfast.internal.Effects.Caller;
import dev.holdfast.internal.Effects.Effect;
import dev.holdfast.spi.ReleaseRequest;

/** A {@link NameMachine}'s request to the store to end an attempt. */
record Ending(NameMachine line, Attempt attempt) implements Effect {
  ReleaseRequest request() {
    return new ReleaseRequest(
        line.name,
        attempt.id,
        attempt.keepMillis(),
        attempt.isOvertaking(),
        attempt.settings.markMillis);
  }

  @Override
  public void perform(Engine engine, Caller caller) {
    engine.messages.release(this, caller);
  }

  @Override
  public void failed(Engine engine, Throwable thrown) {
    engine.messages.then(fx -> line.endFailed(attempt, StoreInvoker.asStoreException(thrown), fx));
  }
}
