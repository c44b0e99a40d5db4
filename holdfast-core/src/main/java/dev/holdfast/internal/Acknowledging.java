package dev.holdfast.internal;

import dev.holdfast.StoreException;
import dev.holdfast.internal.Effects.Caller;
import dev.holdfast.internal.Effects.Effect;
import dev.holdfast.internal.Waiter.Outcome;
import dev.holdfast.spi.KeepAlive;
import dev.holdfast.spi.ReplicaAck;
import dev.holdfast.spi.Standing;

/**
 * A {@link NameMachine}'s request to the store to have a hold, on which there is no lease yet,
 * acknowledged by replicas; and what follows from the answer.
 *
 * @param settings those of the waiter that is to get the hold
 */
record Acknowledging(NameMachine line, Hold hold, LockSettings settings, KeepAlive.Hold request)
    implements Effect {
  /*
   * No waiter waits for an answer that is of no use any more: if all waiters have left, the hold is
   * ended at once, and the answer finds another hold or none. If the answer is unknown, so is
   * whether the hold would outlive its server, so that it is ended like an attempt whose grant is
   * unknown. Too few acknowledgements are told to all waiters that want more of them, rather than
   * to one after the other, each after a wait of its own.
   */
  @Override
  public void perform(Engine engine, Caller caller) {
    engine.messages.acknowledge(this);
  }

  @Override
  public void failed(Engine engine, Throwable thrown) {
    engine.messages.then(fx -> failed(StoreInvoker.asStoreException(thrown), fx));
  }

  void answered(ReplicaAck answer, long sentAt, Effects fx) {
    synchronized (line) {
      AcquireFlow flow = line.flows.of(hold.attempt);
      HoldUse present = flow.tenancyOf(hold.attempt);
      if (present == null || present.hold != hold || !present.isConfirming()) {
        return;
      }
      present.acknowledgedBy(answer.replicas());
      if (answer.standing() instanceof Standing.Holding && !present.isAcknowledgedFor(settings)) {
        refuse(flow, answer.replicas(), fx);
        line.exchanged(flow, fx);
      } else {
        line.renewed(hold, answer.standing(), sentAt, fx);
      }
    }
  }

  private void refuse(AcquireFlow flow, int replicas, Effects fx) {
    flow.told().answered();
    line.room.dismiss(
        waiter -> waiter.settings.replicas > replicas, new Outcome.Failed(tooFew(replicas)), fx);
    flow.end(0, fx);
  }

  private StoreException tooFew(int replicas) {
    return new StoreException(
        "acquire '"
            + line.name
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

  void failed(StoreException error, Effects fx) {
    synchronized (line) {
      AcquireFlow flow = line.flows.of(hold.attempt);
      HoldUse present = flow.tenancyOf(hold.attempt);
      if (present != null && present.hold == hold && present.isConfirming()) {
        flow.unknown(error, fx);
        line.exchanged(flow, fx);
      }
    }
  }
}
