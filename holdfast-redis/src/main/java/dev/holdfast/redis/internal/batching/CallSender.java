package dev.holdfast.redis.internal.batching;

import dev.holdfast.redis.internal.port.Bytes;
import dev.holdfast.redis.internal.port.ScriptSender;
import dev.holdfast.redis.internal.protocol.Scripts;
import dev.holdfast.redis.internal.protocol.SlotGroups;
import dev.holdfast.redis.internal.protocol.SlotRule;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiFunction;
import java.util.function.LongSupplier;

/**
 * Sends calls of several callers to a server; those that only acquire share a script, and so do
 * those that only release. That is one message instead of many, and about half the server's time;
 * each is answered as if it had gone alone. The order does not matter, as calls of one attempt go
 * together only where one takes back the other. On a cluster each goes alone, and so it does once a
 * server has said that names of several slots may not go together. For one thread.
 */
final class CallSender {
  /** More would keep others from the server for long: a name takes it some 10 µs. */
  static final int MOST = 32;

  private final ScriptSender port;
  private boolean apart;
  private final LongSupplier numbers;
  private boolean left;

  /**
   * Over a server.
   *
   * @param apart whether each goes alone
   */
  CallSender(ScriptSender port, boolean apart) {
    this(port, apart, new AtomicLong()::incrementAndGet);
  }

  /**
   * Over a server.
   *
   * @param numbers numbers the shared scripts: on one connection no two alike
   */
  CallSender(ScriptSender port, boolean apart, LongSupplier numbers) {
    this.port = port;
    this.apart = apart;
    this.numbers = numbers;
  }

  void carry(List<PendingCall> pendingCalls) {
    try {
      send(callCombiner(pendingCalls));
    } catch (RuntimeException | Error broken) {
      pendingCalls.forEach(
          pending -> pending.settle(broken)); // else their callers would never hear of it
    }
  }

  /** Whether a name was taken that was asked for together with others, and so cost two scripts. */
  boolean hasLeftSome() {
    return left;
  }

  /** Whether each goes alone. */
  boolean isApart() {
    return apart;
  }

  private List<CombinedCall> callCombiner(List<PendingCall> pendingCalls) {
    List<PendingCall> releases = new ArrayList<>(pendingCalls.size());
    List<PendingCall> acquires = new ArrayList<>(pendingCalls.size());
    List<PendingCall> aged = new ArrayList<>(pendingCalls.size()); // at a member of a quorum
    List<CombinedCall> others = new ArrayList<>();
    for (PendingCall pending : pendingCalls) {
      if (!apart && CombinedCall.mayRelease(pending.call())) {
        releases.add(pending);
      } else if (!apart && CombinedCall.mayAcquire(pending.call())) {
        acquires.add(pending);
      } else if (!apart && CombinedCall.mayAcquireAged(pending.call())) {
        aged.add(pending);
      } else {
        others.add(CombinedCall.alone(pending));
      }
    }
    List<CombinedCall> callCombiner = new ArrayList<>();
    // What is released may be what is asked for.
    combined(releases, CombinedCall::releases, callCombiner);
    combined(acquires, CombinedCall::acquires, callCombiner);
    combined(aged, CombinedCall::agedAcquires, callCombiner);
    callCombiner.addAll(others);
    return callCombiner;
  }

  private void combined(
      List<PendingCall> pendingCalls,
      BiFunction<List<PendingCall>, byte[], CombinedCall> together,
      List<CombinedCall> callCombiner) {
    for (List<PendingCall> group : SlotGroups.ofNeighbours(pendingCalls, MOST).groups()) {
      callCombiner.add(
          group.size() == 1
              ? CombinedCall.alone(group.get(0))
              : together.apply(group, Bytes.of(numbers.getAsLong())));
    }
  }

  private void send(List<CombinedCall> callCombiner) {
    CompletionStage<List<Object>> unused =
        Scripts.runEach(port, callCombiner.stream().map(CombinedCall::call).toList())
            .whenComplete(
                (replies, error) -> {
                  if (error == null) {
                    open(callCombiner, replies);
                  } else {
                    callCombiner.forEach(combined -> combined.fail(cause(error)));
                  }
                });
  }

  private void open(List<CombinedCall> callCombiner, List<Object> replies) {
    List<CombinedCall> again = new ArrayList<>();
    for (int i = 0; i < callCombiner.size(); i++) {
      try {
        apart |= SlotRule.isCrossSlot(replies.get(i));
        callCombiner
            .get(i)
            .open(replies.get(i))
            .forEach(pending -> again.add(CombinedCall.alone(pending)));
      } catch (RuntimeException | Error malformed) {
        callCombiner.get(i).fail(malformed);
      }
    }
    if (!again.isEmpty()) {
      left = true;
      try {
        send(again);
      } catch (RuntimeException | Error broken) {
        again.forEach(combined -> combined.fail(broken)); // else no caller would hear of it
      }
    }
  }

  private static Throwable cause(Throwable error) {
    return error instanceof CompletionException && error.getCause() != null
        ? error.getCause()
        : error;
  }
}
