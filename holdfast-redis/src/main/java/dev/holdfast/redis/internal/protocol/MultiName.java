package dev.holdfast.redis.internal.protocol;

import dev.holdfast.redis.internal.port.Bytes;
import dev.holdfast.redis.internal.port.RedisPort;
import dev.holdfast.redis.internal.port.Replies;
import dev.holdfast.redis.internal.port.Script;
import dev.holdfast.redis.internal.port.ScriptCall;
import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.ReleaseRequest;
import dev.holdfast.spi.Standing;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * Several names in one script. It is one whatever their number, since it may have to be all of them
 * or none, and since holds of one script have one stamp: some 3 µs of the server's time for each.
 */
final class MultiName {
  private MultiName() {}

  static ScriptCall acquire(Keys keys, List<AcquireRequest> requests) {
    int keyCount = Keys.PER_NAME * requests.size();
    byte[][] words = new byte[keyCount + 1 + 4 * requests.size()][];
    words[keyCount] = AcquireArguments.wait(requests.get(0));
    Bytes.Repeated lease = new Bytes.Repeated();
    Bytes.Repeated retention = new Bytes.Repeated();
    int key = 0;
    int argument = keyCount + 1;
    for (AcquireRequest request : requests) {
      keys.put(request.name(), words, key);
      key += Keys.PER_NAME;
      words[argument] = Bytes.of(request.attempt());
      words[argument + 1] = lease.of(request.leaseMillis());
      words[argument + 2] = retention.of(request.leaseMillis() + AcquireArguments.RETENTION_MILLIS);
      words[argument + 3] = AcquireArguments.mode(request);
      argument += 4;
    }
    return new ScriptCall(Script.ACQUIRE_ALL, keyCount, words);
  }

  /** Those that one script can be asked for: all; or where slots go apart, those of the first's. */
  static List<AcquireRequest> together(SlotRule slots, Keys keys, List<AcquireRequest> requests) {
    if (!slots.divides()) {
      return requests;
    }
    int slot = Slot.of(keys.hold(requests.get(0).name()));
    int end = 1;
    while (end < requests.size() && Slot.of(keys.hold(requests.get(end).name())) == slot) {
      end++;
    }
    return requests.subList(0, end);
  }

  /**
   * What became of them.
   *
   * @param size how many were asked for, of which those that were not asked of the store stay where
   *     they are
   */
  static List<Standing> standings(int size, List<AcquireRequest> requests, Object reply) {
    List<?> replies = Replies.list(reply);
    if (replies.isEmpty() || replies.size() > requests.size()) {
      throw new Replies.MalformedReplyException(reply);
    }
    List<Standing> standings = new ArrayList<>(size);
    for (int i = 0; i < replies.size(); i++) {
      AcquireRequest request = requests.get(i);
      byte[] attempt = Bytes.of(request.attempt());
      Standing standing = Replies.standing(replies.get(i), attempt, request.leaseMillis());
      if (i > 0 && standing instanceof Standing.Queued) {
        throw new Replies.MalformedReplyException(reply);
      }
      standings.add(standing);
    }
    Standing nothing = new Standing.Absent(0, null, false);
    standings.addAll(Collections.nCopies(size - replies.size(), nothing));
    return standings;
  }

  /**
   * Ends several attempts.
   *
   * @param number no other call of this client has it: the answer to another is not believed
   */
  static ScriptCall release(Keys keys, List<ReleaseRequest> requests, byte[] number) {
    int keyCount = Keys.PER_NAME * requests.size();
    byte[][] words = new byte[keyCount + 4 * requests.size() + 1][];
    words[words.length - 1] = number;
    Bytes.Repeated mark = new Bytes.Repeated();
    int key = 0;
    int argument = keyCount;
    for (ReleaseRequest request : requests) {
      keys.put(request.name(), words, key);
      key += Keys.PER_NAME;
      boolean plain = request.keepMillis() <= 0 && !request.overtaking();
      words[argument] = Bytes.of(request.attempt());
      words[argument + 1] = mark.of(request.markMillis());
      words[argument + 2] = plain ? Bytes.NONE : Bytes.of(Math.max(0, request.keepMillis()));
      words[argument + 3] = request.overtaking() ? Bytes.of(1) : Bytes.NONE;
      argument += 4;
    }
    return new ScriptCall(Script.RELEASE_ALL, keyCount, words);
  }

  /** The same where slots go apart: a script for each, sent together. */
  static CompletionStage<List<Boolean>> releaseEach(
      RedisPort port, Keys keys, List<ReleaseRequest> requests, byte[] number) {
    SlotGroups<ReleaseRequest> groups =
        SlotGroups.ofSlots(requests, each -> keys.hold(each.name()), requests.size());
    List<ScriptCall> calls =
        groups.groups().stream().map(group -> release(keys, group, number)).toList();
    return Scripts.runAll(port, calls)
        .thenApply(
            replies -> {
              List<Boolean> found = new ArrayList<>(requests.size());
              for (int i = 0; i < replies.size(); i++) {
                found.addAll(found(groups.groups().get(i).size(), number, replies.get(i)));
              }
              return groups.inOrder(found);
            });
  }

  static List<Boolean> found(int size, byte[] number, Object reply) {
    List<?> replies = Replies.list(reply);
    if (replies.size() != size + 1 || !Arrays.equals(number, Replies.bytes(replies.get(size)))) {
      throw new Replies.MalformedReplyException(reply);
    }
    List<Boolean> found = new ArrayList<>(size);
    for (Object each : replies.subList(0, size)) {
      found.add(Replies.flag(each));
    }
    return found;
  }
}
