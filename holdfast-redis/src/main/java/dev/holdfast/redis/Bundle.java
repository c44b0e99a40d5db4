package dev.holdfast.redis;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Parcels that go to a server in one script, or one by itself, and how they are answered. */
final class Bundle {
  private static final int ACQUIRE_ARGUMENTS = 4;
  private static final int RELEASE_ARGUMENTS = 4;
  private static final byte[] NO_STAMP = Bytes.of(0);

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
    byte[][] words = acquires(parcels, number, 1);
    return new Bundle(new ScriptCall(Script.ACQUIRE_EACH, parcels.size(), words), parcels, number);
  }

  /** The same at a member of a quorum. */
  static Bundle agedAcquires(List<Parcel> parcels, byte[] number) {
    byte[][] words = acquires(parcels, number, 2);
    words[words.length - 1] = parcels.get(0).call().keysAndArguments()[Keys.PER_NAME + 5]; // age
    return new Bundle(
        new ScriptCall(Script.ACQUIRE_EACH_AGED, parcels.size(), words), parcels, number);
  }

  private static byte[][] acquires(List<Parcel> parcels, byte[] number, int ofAll) {
    int argument = parcels.size(); // only the hold of each name
    byte[][] words = words(parcels, 1, ACQUIRE_ARGUMENTS, ofAll);
    for (Parcel parcel : parcels) {
      byte[][] own = parcel.call().keysAndArguments();
      words[argument] = own[Keys.PER_NAME]; // attempt
      words[argument + 1] = own[Keys.PER_NAME + 1]; // lease
      words[argument + 2] = own[Keys.PER_NAME + 2]; // retention
      words[argument + 3] = ofAll == 1 ? NO_STAMP : own[Keys.PER_NAME + 4]; // proposed stamp
      argument += ACQUIRE_ARGUMENTS;
    }
    words[argument] = number;
    return words;
  }

  /** Whether it is a release that keeps nothing and overtakes nothing. */
  static boolean mayRelease(ScriptCall call) {
    return call.is(Script.RELEASE, Keys.PER_NAME + 2);
  }

  static Bundle releases(List<Parcel> parcels, byte[] number) {
    byte[][] words = words(parcels, Keys.PER_NAME, RELEASE_ARGUMENTS, 1);
    int argument = Keys.PER_NAME * parcels.size();
    for (Parcel parcel : parcels) {
      byte[][] own = parcel.call().keysAndArguments();
      words[argument] = own[Keys.PER_NAME]; // attempt
      words[argument + 1] = own[Keys.PER_NAME + 1]; // mark
      words[argument + 2] = Bytes.NONE;
      words[argument + 3] = Bytes.NONE;
      argument += RELEASE_ARGUMENTS;
    }
    words[argument] = number;
    return new Bundle(
        new ScriptCall(Script.RELEASE_ALL, Keys.PER_NAME * parcels.size(), words), parcels, number);
  }

  /** So many keys of each name, the hold first, and room for so many arguments of each and all. */
  private static byte[][] words(List<Parcel> parcels, int keys, int ofEach, int ofAll) {
    byte[][] words = new byte[(keys + ofEach) * parcels.size() + ofAll][];
    int key = 0;
    for (Parcel parcel : parcels) {
      System.arraycopy(parcel.call().keysAndArguments(), 0, words, key, keys);
      key += keys;
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
    if (number != null && reply instanceof RedisReplyException error && error.says("CROSSSLOT")) {
      return parcels; // nothing was run: a node of a cluster, behind a client that knows of none
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
