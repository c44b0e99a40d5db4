package dev.holdfast.internal.engine;

import dev.holdfast.internal.hold.LockSettings;
import dev.holdfast.internal.runtime.Isolated;
import dev.holdfast.internal.runtime.NextTick;
import dev.holdfast.internal.runtime.Timers;
import dev.holdfast.spi.EngineHost;
import java.util.function.ToIntFunction;

/**
 * What happens when the alarm rings: all {@link NameMachine}s are looked at if something of one is
 * due. What one throws keeps no other from being looked at, and what is marked as sent is sent.
 * Thread-safe.
 */
public final class TickLoop {
  private final EngineHost host;
  private final NameMachines machines;
  private final ToIntFunction<String> parts;
  private final StoreRequests requests;
  private final NextTick due; // when to look at all names

  /**
   * @param parts in which part of the store a name is
   */
  TickLoop(
      EngineHost host,
      NameMachines machines,
      ToIntFunction<String> parts,
      StoreRequests requests,
      NextTick due) {
    this.host = host;
    this.machines = machines;
    this.parts = parts;
    this.requests = requests;
    this.due = due;
  }

  /** Looks at all names if it is time to; returns when it will be. */
  long tick(long now) {
    if (now >= due.at()) {
      lookAtAll(now);
    }
    return due.at();
  }

  /** Looks at one name now, for a thread whose time is over, whatever the alarm does. */
  public void lookAt(String name, LockSettings settings) {
    NameMachine machine = machines.known(name, settings);
    if (machine != null) {
      RenewalBatch batch = new RenewalBatch(parts);
      Effects fx = new Effects();
      lookAt(machine, host.nanos(), batch, fx);
      fx.perform(due, Effects.Caller.ASYNC);
      batch.send(requests);
    }
  }

  private void lookAtAll(long now) {
    due.set(Timers.NEVER); // each name says anew what is due for it
    boolean done = false;
    try {
      RenewalBatch batch = new RenewalBatch(parts);
      Effects fx = new Effects();
      machines.forEach(machine -> lookAt(machine, now, batch, fx));
      fx.perform(due, Effects.Caller.ASYNC);
      batch.send(requests);
      done = true;
    } finally {
      if (!done) {
        due.set(now); // some names have not; the host ticks again, after a pause
      }
    }
  }

  private static void lookAt(NameMachine machine, long now, RenewalBatch batch, Effects fx) {
    try {
      machine.tick(now, batch, fx);
    } catch (RuntimeException | Error thrown) {
      Isolated.note("'" + machine.name() + "' could not be looked at; it is tried again", thrown);
      fx.wakeBy(now + NextTick.AGAIN_NANOS);
    }
  }
}
