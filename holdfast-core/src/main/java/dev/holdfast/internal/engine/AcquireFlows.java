package dev.holdfast.internal.engine;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The flows of a {@link NameMachine}: one that asks for the first waiter, and, where permits are
 * counted, those that have been granted, by attempt. A lock has only the first one, whatever it
 * comes to. Guarded by the name machine's lock.
 */
public final class AcquireFlows {
  /*
   * A client asks for permits one flow at a time, so that the store's queue is bounded by the
   * number of clients, and local waiters are served first come, first served. As soon as a waiter
   * gets a hold, its flow is detached: it lends, renews and ends that hold by itself, and the next
   * flow asks. One that could not be granted is not detached, so that of a store that does not
   * answer one thing is asked at a time.
   */
  private final LeaseServices machine;
  private final WaitQueue waiters;
  private final Taken taken;
  private final EngineServices engine;
  private AcquireFlow front;
  // Both are made with the first flow that is detached, which a lock never has.
  private Map<String, AcquireFlow> detached = Map.of();
  private Set<AcquireFlow> lingering = Set.of(); // those of the detached

  AcquireFlows(LeaseServices machine, WaitQueue waiters, Taken taken, EngineServices engine) {
    this.machine = machine;
    this.waiters = waiters;
    this.taken = taken;
    this.engine = engine;
    this.front = newFlow();
  }

  private AcquireFlow newFlow() {
    return new AcquireFlow(machine, waiters, taken, engine);
  }

  /** The one that asks, or that is to ask next. */
  AcquireFlow front() {
    return front;
  }

  /** The one of this attempt, if it is under way; else the front one, which knows it is not its. */
  AcquireFlow of(String attempt) {
    AcquireFlow found = detached.isEmpty() ? null : detached.get(attempt);
    return found == null ? front : found;
  }

  /** The one whose hold can be given to this new waiter; else the front one. */
  AcquireFlow forNew(Waiter waiter) {
    if (!lingering.isEmpty() && waiters.isEmpty()) {
      long now = engine.now();
      for (AcquireFlow flow : lingering) {
        HoldUse present = flow.holdUse();
        if (present != null && present.mayServe(waiter.settings, now)) {
          return flow;
        }
      }
    }
    return front;
  }

  /** Whether this waiter would wait for its own thread, and wants an error instead. */
  boolean mustNotWait(Waiter waiter) {
    return waiter.settings.failsOnSelfWait && waiter.waits && standsInItsOwnWay(waiter);
  }

  private boolean standsInItsOwnWay(Waiter waiter) {
    if (waiter.settings.isCounted()) {
      int own = all().stream().mapToInt(flow -> permitsOf(waiter, flow)).sum();
      return own > waiter.settings.size - waiter.settings.permits;
    }
    HoldUse present = front.holdUse();
    return present != null && !present.isExpired(engine.now()) && present.isInItsOwnWay(waiter);
  }

  private int permitsOf(Waiter waiter, AcquireFlow flow) {
    HoldUse present = flow.holdUse();
    return present == null || present.isExpired(engine.now()) ? 0 : present.permitsOf(waiter);
  }

  /** All of them; what is done to one changes nothing in the list. */
  List<AcquireFlow> all() {
    if (detached.isEmpty()) {
      return List.of(front);
    }
    List<AcquireFlow> all = new ArrayList<>(detached.values());
    all.add(front);
    return all;
  }

  /** When something of this flow is due; the waiters belong to the front one. */
  long dueAt(AcquireFlow flow) {
    return flow == front ? Math.min(waiters.dueAt(), front.dueAt()) : flow.dueAt();
  }

  /** Whether nothing is under way. */
  boolean areIdle() {
    return detached.isEmpty() && front.isIn(AcquirePhase.IDLE);
  }

  /** After an event of this flow: the hold that it has got is its own, and others ask on. */
  void settle(AcquireFlow flow, Effects fx) {
    if (flow == front && isGranted(front.holdUse())) {
      detachFront();
      front.startNext(fx);
    }
    if (flow != front) {
      noteUse(flow);
      front.leaveIfDeserted(fx);
    }
  }

  private void detachFront() {
    if (detached.isEmpty()) {
      detached = new HashMap<>(2);
      lingering = new LinkedHashSet<>(2);
    }
    detached.put(front.attempt().id, front);
    front.detach(over -> detached.remove(over.id));
    front = newFlow();
  }

  /** Whether there are permits that can be given to any waiter, or are in use. */
  private static boolean isGranted(@Nullable HoldUse present) {
    return present != null && present.settings().isCounted() && !present.isConfirming();
  }

  private void noteUse(AcquireFlow flow) {
    HoldUse present = flow.holdUse();
    if (present != null && present.isLingering()) {
      lingering.add(flow);
    } else {
      lingering.remove(flow);
    }
  }
}
