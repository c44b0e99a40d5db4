package dev.holdfast.internal.engine;

import dev.holdfast.StoreException;
import dev.holdfast.internal.engine.Effects.Caller;
import dev.holdfast.internal.engine.Effects.Effect;
import dev.holdfast.internal.hold.Hold;
import dev.holdfast.internal.hold.LockSettings;
import dev.holdfast.internal.session.StoreInvoker;
import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.KeepAlive;
import dev.holdfast.spi.ReleaseRequest;
import java.util.function.Consumer;

/** What a {@link NameMachine} asks of the store for its waiters. Its answers come later. */
public interface NameRequests {
  void ask(Ask ask, Caller caller);

  void acknowledge(Acknowledging asked);

  void release(Ending ending, Caller caller);

  /** Brings an event to a name machine and performs what follows. */
  void then(Consumer<Effects> event);

  /** To hold the name. */
  record Ask(NameRequests requests, StoreAnswers machine, Attempt attempt) implements Effect {
    AcquireRequest request(long sentAt) {
      LockSettings settings = attempt.settings;
      return new AcquireRequest(
          machine.name(),
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
    public void perform(Caller caller) {
      requests.ask(this, caller);
    }

    @Override
    public void failed(Throwable thrown) {
      requests.then(fx -> machine.askFailed(attempt, StoreInvoker.asStoreException(thrown), fx));
    }
  }

  /**
   * To have a hold, on which there is no lease yet, acknowledged by replicas.
   *
   * @param settings those of the waiter that is to get the hold
   */
  record Acknowledging(
      NameRequests requests,
      StoreAnswers machine,
      Hold hold,
      LockSettings settings,
      KeepAlive.Hold request)
      implements Effect {
    @Override
    public void perform(Caller caller) {
      requests.acknowledge(this);
    }

    @Override
    public void failed(Throwable thrown) {
      requests.then(
          fx -> machine.acknowledgementFailed(this, StoreInvoker.asStoreException(thrown), fx));
    }

    /** Why the hold is given back if no more than this number have. */
    StoreException tooFew(int replicas) {
      return new StoreException(
          "acquire '"
              + machine.name()
              + "': "
              + settings.replicas
              + (settings.replicas == 1 ? " replica was" : " replicas were")
              + " to acknowledge the hold within "
              + settings.acknowledgementMillis
              + " ms, but "
              + (replicas == 0 ? "none" : "only " + replicas)
              + " did; the hold is given back, nothing is held",
          null,
          true);
    }
  }

  /** To end an attempt. */
  record Ending(NameRequests requests, StoreAnswers machine, Attempt attempt) implements Effect {
    ReleaseRequest request() {
      return new ReleaseRequest(
          machine.name(),
          attempt.id,
          attempt.keepMillis(),
          attempt.isOvertaking(),
          attempt.settings.markMillis);
    }

    @Override
    public void perform(Caller caller) {
      requests.release(this, caller);
    }

    @Override
    public void failed(Throwable thrown) {
      requests.then(fx -> machine.endFailed(attempt, StoreInvoker.asStoreException(thrown), fx));
    }
  }
}
