package dev.holdfast.redis;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Errands that go to a server in one script, or one by itself, and how they are answered. */
final class Load {
  private static final int ACQUIRE_ARGUMENTS = 4;
  private static final int RELEASE_ARGUMENTS = 4;
  private static final Long NOT_DONE = 0L;

  private final ScriptCall call;
  private final List<Errand> errands;
  private final byte @Nullable [] number; // of a shared script: the answer to another is refused

  private Load(ScriptCall call, List<Errand> errands, byte @Nullable [] number) {
    this.call = call;
    this.errands = errands;
    this.number = number;
  }

  static Load alone(Errand errand) {
    return new Load(errand.call(), List.of(errand), null);
  }

  /** Whether it is an acquire of a quorum's member of a whole name. */
  static boolean mayAcquire(ScriptCall call) {
    return call.is(Script.ACQUIRE_AGED, Keys.PER_NAME + 6);
  }

  /** Acquires by one script, which leaves alone what is not free. */
  static Load acquires(List<Errand> errands, byte[] number) {
    byte[][] words = words(errands, ACQUIRE_ARGUMENTS, 2);
    int argument = Keys.PER_NAME * errands.size();
    byte[][] own = {};
    for (Errand errand : errands) {
      own = errand.call().keysAndArguments();
      words[argument] = own[Keys.PER_NAME]; // attempt
      words[argument + 1] = own[Keys.PER_NAME + 1]; // lease
      words[argument + 2] = own[Keys.PER_NAME + 2]; // retention
      words[argument + 3] = own[Keys.PER_NAME + 4]; // proposed stamp
      argument += ACQUIRE_ARGUMENTS;
    }
    words[argument] = number;
    words[argument + 1] = own[Keys.PER_NAME + 5]; // the member's age, the same for all
    return of(Script.ACQUIRE_EACH_AGED, words, errands, number);
  }

  /** Whether it is a release that keeps nothing and overtakes nothing. */
  static boolean mayRelease(ScriptCall call) {
    return call.is(Script.RELEASE, Keys.PER_NAME + 2);
  }

  static Load releases(List<Errand> errands, byte[] number) {
    byte[][] words = words(errands, RELEASE_ARGUMENTS, 1);
    int argument = Keys.PER_NAME * errands.size();
    for (Errand errand : errands) {
      byte[][] own = errand.call().keysAndArguments();
      words[argument] = own[Keys.PER_NAME]; // attempt
      words[argument + 1] = own[Keys.PER_NAME + 1]; // mark
      words[argument + 2] = Bytes.NONE;
      words[argument + 3] = Bytes.NONE;
      argument += RELEASE_ARGUMENTS;
    }
    words[argument] = number;
    return of(Script.RELEASE_ALL, words, errands, number);
  }

  /** All keys, and room for so many arguments of each and of all. */
  private static byte[][] words(List<Errand> errands, int ofEach, int ofAll) {
    byte[][] words = new byte[(Keys.PER_NAME + ofEach) * errands.size() + ofAll][];
    int key = 0;
    for (Errand errand : errands) {
      System.arraycopy(errand.call().keysAndArguments(), 0, words, key, Keys.PER_NAME);
      key += Keys.PER_NAME;
    }
    return words;
  }

  private static Load of(Script script, byte[][] words, List<Errand> errands, byte[] number) {
    return new Load(new ScriptCall(script, Keys.PER_NAME * errands.size(), words), errands, number);
  }

  ScriptCall call() {
    return call;
  }

  /**
   * Answers them.
   *
   * @return those that the script left, to be asked alone
   */
  List<Errand> unload(@Nullable Object reply) {
    if (number == null || reply instanceof Throwable) {
      errands.forEach(errand -> errand.settle(reply));
      return List.of();
    }
    List<?> replies = Replies.list(reply);
    int size = errands.size();
    if (replies.size() != size + 1 || !Arrays.equals(number, Replies.bytes(replies.get(size)))) {
      throw new Replies.MalformedReplyException(reply);
    }
    List<Errand> left = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      if (mayAcquire(errands.get(i).call()) && NOT_DONE.equals(replies.get(i))) {
        left.add(errands.get(i));
      } else {
        errands.get(i).settle(replies.get(i));
      }
    }
    return left;
  }

  /** Answers those that have no answer yet with an error. */
  void fail(Throwable error) {
    errands.forEach(errand -> errand.settle(error));
  }
}
