package dev.holdfast.redis;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Parcels that go to a server in one script, or one by itself, and how they are answered. */
final class Bundle {
  private final ScriptCall call;
  private final List<Parcel> parcels;
  private final byte @Nullable [] number; // of a shared script: the answer to another is refused

  private Bundle(ScriptCall call, List<Parcel> parcels, byte @Nullable [] number) {
    this.call = call;
    this.parcels = parcels;
    this.number = number;
  }

  static Bundle alone(Parcel parcel) {
    return new Bundle(parcel.call(), List.of(parcel), null);
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
  static Bundle acquires(List<Parcel> parcels, byte[] number) {
    byte[][] words = words(parcels, 2, 1); // attempt, lease
    words[words.length - 1] = number;
    return new Bundle(new ScriptCall(Script.ACQUIRE_EACH, parcels.size(), words), parcels, number);
  }

  /** The same at a member of a quorum. */
  static Bundle agedAcquires(List<Parcel> parcels, byte[] number) {
    byte[][] words = words(parcels, 3, 2);
    int argument = parcels.size() + 2;
    for (Parcel parcel : parcels) {
      words[argument] = parcel.call().keysAndArguments()[Keys.PER_NAME + 4]; // proposed stamp
      argument += 3;
    }
    words[words.length - 2] = number;
    words[words.length - 1] = parcels.get(0).call().keysAndArguments()[Keys.PER_NAME + 5]; // age
    return new Bundle(
        new ScriptCall(Script.ACQUIRE_EACH_AGED, parcels.size(), words), parcels, number);
  }

  /** Whether it is a release that keeps nothing and overtakes nothing. */
  static boolean mayRelease(ScriptCall call) {
    return call.is(Script.RELEASE, Keys.PER_NAME + 2);
  }

  /** Releases by one script, which leaves alone what is not as it was granted. */
  static Bundle releases(List<Parcel> parcels, byte[] number) {
    byte[][] words = words(parcels, 1, 1); // attempt
    words[words.length - 1] = number;
    return new Bundle(new ScriptCall(Script.RELEASE_EACH, parcels.size(), words), parcels, number);
  }

  /**
   * The hold of each name; then for each the first two arguments of its call, or the first, with
   * room for so many; and room for so many of all.
   */
  private static byte[][] words(List<Parcel> parcels, int ofEach, int ofAll) {
    int size = parcels.size();
    byte[][] words = new byte[(1 + ofEach) * size + ofAll][];
    int argument = size;
    for (int i = 0; i < size; i++) {
      byte[][] own = parcels.get(i).call().keysAndArguments();
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
  List<Parcel> open(@Nullable Object reply) {
    if (number != null && SlotRule.isCrossSlot(reply)) {
      return parcels; // nothing was run
    }
    if (number == null || reply instanceof Throwable) {
      parcels.forEach(parcel -> parcel.settle(reply));
      return List.of();
    }
    List<?> replies = Replies.list(reply);
    int size = parcels.size();
    if (replies.size() != size + 1 || !Arrays.equals(number, Replies.bytes(replies.get(size)))) {
      throw new Replies.MalformedReplyException(reply);
    }
    List<Parcel> left = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      if (replies.get(i) == null) {
        left.add(parcels.get(i));
      } else {
        parcels.get(i).settle(replies.get(i));
      }
    }
    return left;
  }

  /** Answers those that have no answer yet with an error. */
  void fail(Throwable error) {
    parcels.forEach(parcel -> parcel.settle(error));
  }
}
