package dev.holdfast.redis.internal.batching;

import dev.holdfast.redis.internal.port.Replies;
import dev.holdfast.redis.internal.port.Script;
import dev.holdfast.redis.internal.port.ScriptCall;
import dev.holdfast.redis.internal.protocol.Keys;
import dev.holdfast.redis.internal.protocol.SlotRule;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Calls that go to a server in one script, or one by itself, and how they are answered. */
final class CombinedCall {
  private final ScriptCall call;
  private final List<PendingCall> pendingCalls;
  private final byte @Nullable [] number; // of a shared script: the answer to another is refused

  private CombinedCall(ScriptCall call, List<PendingCall> pendingCalls, byte @Nullable [] number) {
    this.call = call;
    this.pendingCalls = pendingCalls;
    this.number = number;
  }

  static CombinedCall alone(PendingCall pending) {
    return new CombinedCall(pending.call(), List.of(pending), null);
  }

  /** Whether it is an acquire of a whole name. */
  static boolean mayAcquire(ScriptCall call) {
    return call.is(Script.ACQUIRE, Keys.PER_NAME + 4);
  }

  /** Whether it is one of a quorum's member, which tells the stamp and the member's least age. */
  static boolean mayAcquireAged(ScriptCall call) {
    return call.is(Script.ACQUIRE_AGED, Keys.PER_NAME + 6);
  }

  /** Acquires by one script, which leaves alone what is not free. */
  static CombinedCall acquires(List<PendingCall> pendingCalls, byte[] number) {
    byte[][] words = words(pendingCalls, 2, 1); // attempt, lease
    words[words.length - 1] = number;
    return new CombinedCall(
        new ScriptCall(Script.ACQUIRE_EACH, pendingCalls.size(), words), pendingCalls, number);
  }

  /** The same at a member of a quorum. */
  static CombinedCall agedAcquires(List<PendingCall> pendingCalls, byte[] number) {
    byte[][] words = words(pendingCalls, 3, 2);
    int argument = pendingCalls.size() + 2;
    for (PendingCall pending : pendingCalls) {
      words[argument] = pending.call().keysAndArguments()[Keys.PER_NAME + 4]; // proposed stamp
      argument += 3;
    }
    words[words.length - 2] = number;
    words[words.length - 1] =
        pendingCalls.get(0).call().keysAndArguments()[Keys.PER_NAME + 5]; // age
    return new CombinedCall(
        new ScriptCall(Script.ACQUIRE_EACH_AGED, pendingCalls.size(), words), pendingCalls, number);
  }

  /** Whether it is a release that keeps nothing and overtakes nothing. */
  static boolean mayRelease(ScriptCall call) {
    return call.is(Script.RELEASE, Keys.PER_NAME + 2);
  }

  /** Releases by one script, which leaves alone what is not as it was granted. */
  static CombinedCall releases(List<PendingCall> pendingCalls, byte[] number) {
    byte[][] words = words(pendingCalls, 1, 1); // attempt
    words[words.length - 1] = number;
    return new CombinedCall(
        new ScriptCall(Script.RELEASE_EACH, pendingCalls.size(), words), pendingCalls, number);
  }

  /**
   * The hold of each name; then for each name the first two arguments of its call, or the first.
   *
   * @param ofEach the room for arguments of each name
   * @param ofAll the room for further arguments behind them
   */
  private static byte[][] words(List<PendingCall> pendingCalls, int ofEach, int ofAll) {
    int size = pendingCalls.size();
    byte[][] words = new byte[(1 + ofEach) * size + ofAll][];
    int argument = size;
    for (int i = 0; i < size; i++) {
      byte[][] own = pendingCalls.get(i).call().keysAndArguments();
      words[i] = own[0];
      System.arraycopy(own, Keys.PER_NAME, words, argument, Math.min(ofEach, 2));
      argument += ofEach;
    }
    return words;
  }

  ScriptCall call() {
    return call;
  }

  /**
   * Answers them.
   *
   * @return those that the script left, to be asked alone
   */
  List<PendingCall> open(@Nullable Object reply) {
    if (number != null && SlotRule.isCrossSlot(reply)) {
      return pendingCalls; // nothing was run
    }
    if (number == null || reply instanceof Throwable) {
      pendingCalls.forEach(pending -> pending.settle(reply));
      return List.of();
    }
    List<?> replies = Replies.list(reply);
    int size = pendingCalls.size();
    if (replies.size() != size + 1 || !Arrays.equals(number, Replies.bytes(replies.get(size)))) {
      throw new Replies.MalformedReplyException(reply);
    }
    List<PendingCall> left = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      if (replies.get(i) == null) {
        left.add(pendingCalls.get(i));
      } else {
        pendingCalls.get(i).settle(replies.get(i));
      }
    }
    return left;
  }

  /** Answers those that have no answer yet with an error. */
  void fail(Throwable error) {
    pendingCalls.forEach(pending -> pending.settle(error));
  }
}
