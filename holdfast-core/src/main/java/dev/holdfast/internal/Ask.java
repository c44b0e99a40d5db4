package dev.holdfast.internal;

import dev.holdfast.internal.Effects.Caller;
import dev.holdfast.internal.Effects.Effect;
import dev.holdfast.spi.AcquireRequest;

/** A {@link NameMachine}'s request to the store to hold its name. */
record Ask(NameMachine line, Attempt attempt) implements Effect {
  AcquireRequest request(long sentAt) {
    LockSettings settings = attempt.settings;
    return new AcquireRequest(
        line.name,
        attempt.id,
        settings.mode,
        attempt.waits,
        settings.grantMillis,
        settings.claimMillis,
        settings.placeMillis,
        sentAt,
        settings.permits,
        settings.size,
        0,
        settings.options.holdAtLeast().toMillis(),
        settings.options.lockDelay().toMillis());
  }

  @Override
  public void perform(Engine engine, Caller caller) {
    engine.messages.ask(this, caller);
  }

  @Override
  public void failed(Engine engine, Throwable thrown) {
    engine.messages.then(fx -> line.askFailed(attempt, StoreInvoker.asStoreException(thrown), fx));
  }
}
