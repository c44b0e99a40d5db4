package dev.holdfast.internal.locks;

import dev.holdfast.StoreException;
import dev.holdfast.internal.engine.Effects;
import dev.holdfast.internal.engine.Effects.Caller;
import dev.holdfast.internal.engine.HeldLease;
import dev.holdfast.internal.engine.LeaseState;
import dev.holdfast.internal.engine.RenewalBatch;
import dev.holdfast.internal.engine.StoreRequests;
import dev.holdfast.internal.runtime.NextTick;
import dev.holdfast.internal.text.Tokens;
import dev.holdfast.spi.KeepAlive;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One token for leases of several names: above every token that any of the names had before, and
 * below every later one. Leases that one operation granted have it; else each hold whose stamp is
 * lower is given the highest one. Used by one thread at a time, while no answer is pending.
 */
public final class TokenAlignment {
  /*
   * It is the first token of a stamp that all of the names have for our holds, and for no others. A
   * name that is shared or counted may have given it to another hold meanwhile; it then answers with
   * one that lies above, and all are asked for a higher one, each time with more to spare.
   */
  private static final long SPARE = 1_000;

  private final List<HeldLease> leases;
  private final StoreRequests storeRequests;
  private final NextTick tick;
  private final Runnable answered;
  private volatile boolean pending;
  private long rounds;
  private @Nullable StoreException error;

  /**
   * @param answered called when an answer has come
   */
  TokenAlignment(
      List<HeldLease> leases, StoreRequests storeRequests, NextTick tick, Runnable answered) {
    this.leases = new ArrayList<>(leases);
    this.storeRequests = storeRequests;
    this.tick = tick;
    this.answered = answered;
  }

  /** The leases as they are now: those that got another token are others. */
  List<HeldLease> leases() {
    return leases;
  }

  boolean isPending() {
    return pending;
  }

  /** Why nothing is known of one of the holds, if that is so. */
  @Nullable StoreException error() {
    return error;
  }

  boolean isReached() {
    long first = leases.get(0).token();
    return leases.stream().allMatch(lease -> lease.token() == first);
  }

  /** Asks the store for a stamp that all of them may have. */
  void ask(Caller caller) {
    long most = leases.stream().mapToLong(HeldLease::token).max().orElseThrow();
    long stamp = Tokens.stampFrom(most) + rounds * SPARE;
    rounds++;
    List<Integer> raised = new ArrayList<>();
    List<KeepAlive> requests = new ArrayList<>();
    Effects before = new Effects();
    for (int i = 0; i < leases.size(); i++) {
      LeaseState lease = leases.get(i).state();
      KeepAlive request =
          lease.token == Tokens.first(stamp) ? null : lease.machine.raiseFor(lease, stamp, before);
      if (request != null) {
        raised.add(i);
        requests.add(request);
      }
    }
    before.perform(tick, Caller.ASYNC);
    if (!requests.isEmpty()) {
      pending = true;
      storeRequests.renew(requests, caller, (answer, fx) -> takeIn(raised, answer, fx));
    }
  }

  private void takeIn(List<Integer> raised, RenewalBatch.Answer answer, Effects fx) {
    for (int i = 0; i < raised.size(); i++) {
      int index = raised.get(i);
      LeaseState lease = leases.get(index).state();
      answer.takeIn(
          i,
          standing -> {
            HeldLease made = lease.machine.raised(lease, standing, answer.sentAt(), fx);
            if (made != null) {
              leases.set(index, made);
            }
          },
          failure -> {
            error = failure;
            lease.machine.renewalFailed(lease.hold, failure, fx);
          });
    }
    pending = false;
    fx.add(caller -> answered.run());
  }
}
