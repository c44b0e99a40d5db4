package dev.holdfast.internal.engine;

import dev.holdfast.internal.runtime.Isolated;
import dev.holdfast.internal.runtime.NextTick;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * How an engine comes to its end: it takes requests; then it takes none, and its leases go on until
 * they are given back; then all of them end. Thread-safe.
 */
public final class Closing {
  private enum Stage {
    OPEN,
    DRAINING,
    CLOSED
  }

  private final NameMachines machines;
  private final NextTick tick;
  private final CompletableFuture<Void> drained = new CompletableFuture<>();
  private volatile Stage stage = Stage.OPEN;
  private volatile boolean tookLeases;

  Closing(NameMachines machines, NextTick tick) {
    this.machines = machines;
    this.tick = tick;
  }

  boolean isOpen() {
    return stage == Stage.OPEN;
  }

  /** Refuses a new request if the time for requests is over. */
  void requireOpen() {
    if (stage != Stage.OPEN) {
      throw refusal();
    }
  }

  private IllegalStateException refusal() {
    return stage == Stage.CLOSED
        ? closedError()
        : new IllegalStateException(
            "this Holdfast client is shutting down and grants no new lease; nothing was asked");
  }

  public static IllegalStateException closedError() {
    return new IllegalStateException("this Holdfast client is closed; nothing is held or queued");
  }

  /** The end may have begun while a request entered this name, and have missed it. */
  void look(NameMachine machine) {
    if (stage == Stage.CLOSED) {
      List<Attempt> unused = close(machine);
    } else if (stage == Stage.DRAINING) {
      drain(machine);
    }
  }

  /** A name is not in use any more. */
  void retired() {
    if (stage != Stage.OPEN && machines.isEmpty()) {
      drained.complete(null);
    }
  }

  /** A lease was lost, or an end will never be confirmed: that matters while the client ends. */
  void leftBehind() {
    if (stage != Stage.OPEN) {
      tookLeases = true;
    }
  }

  /** Takes no requests from now on. */
  public synchronized void begin() {
    if (stage == Stage.OPEN) {
      stage = Stage.DRAINING;
    }
  }

  /** Ends the waits; returns what completes when no lease is left, or all have been ended. */
  public CompletableFuture<Void> drain() {
    machines.forEach(
        machine ->
            Isolated.run("the waits for '" + machine.name() + "' go on", () -> drain(machine)));
    retired();
    return drained;
  }

  private void drain(NameMachine machine) {
    Effects fx = new Effects();
    try {
      machine.drain(refusal(), fx);
    } finally {
      fx.perform(tick, Effects.Caller.ASYNC);
    }
  }

  /** Ends all leases and waits; returns what completes when the store has confirmed all of it. */
  CompletableFuture<Void> close() {
    synchronized (this) {
      if (!machines.isEmpty()) {
        tookLeases = true;
      }
      stage = Stage.CLOSED;
    }
    List<CompletableFuture<Void>> ends = new ArrayList<>();
    machines.forEach(
        machine ->
            Isolated.run(
                "what is held of '"
                    + machine.name()
                    + "' could not be given back; it ends by itself",
                () -> close(machine).forEach(ending -> ends.add(ending.ended()))));
    drained.complete(null);
    return CompletableFuture.allOf(ends.toArray(CompletableFuture[]::new));
  }

  private List<Attempt> close(NameMachine machine) {
    Effects fx = new Effects();
    try {
      return machine.close(closedError(), fx);
    } finally {
      fx.perform(tick, Effects.Caller.ASYNC);
    }
  }

  /** Whether a lease was not given back, or its end not confirmed, before it was closed. */
  public boolean tookLeases() {
    return tookLeases;
  }
}
