package dev.holdfast.redis;

import dev.holdfast.StoreException;
import dev.holdfast.spi.KeepAlive;
import dev.holdfast.spi.Mode;
import dev.holdfast.spi.Standing;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Renewals of many names, as few scripts, all sent together. The only place that decides which
 * names share a script: on one server any may, on a cluster those of one slot, up to a number that
 * keeps a single script well under a millisecond of server time, so that other clients' calls do
 * not wait behind it.
 */
final class KeepAliveBatch {
  static final int NAMES_PER_SCRIPT = 48;

  private static final byte[] HOLD = {'h'};
  private static final byte[] HOLD_WITH_NEW_STAMP = {'s'};
  private static final byte[] HOLD_TO_RAISE = {'r'};
  private static final byte[] TO_SHARED = {'+'};
  private static final byte[] TO_EXCLUSIVE = {'x'};
  private static final byte[] PLACE = {'p'};

  private KeepAliveBatch() {}

  /**
   * Sends them.
   *
   * @param number no other batch of this client has it: the answer to another is not believed
   * @param refusal the exception for a script that was answered with an error, or not at all, while
   *     others of the same batch were answered well: only the names of that script are unknown
   */
  static CompletionStage<List<Standing>> send(
      RedisPort port,
      Keys keys,
      List<KeepAlive> requests,
      long number,
      Granting granting,
      Function<RuntimeException, StoreException> refusal) {
    if (requests.isEmpty()) {
      return CompletableFuture.completedStage(List.of());
    }
    byte[] batch = Bytes.of(number);
    SlotGroups<KeepAlive> groups =
        port.isSharded()
            ? SlotGroups.ofSlots(requests, each -> keys.hold(each.name()), NAMES_PER_SCRIPT)
            : SlotGroups.ofNeighbours(requests, NAMES_PER_SCRIPT);
    List<ScriptCall> calls =
        groups.groups().stream()
            .map(group -> granting.keepAlive(call(keys, group, batch), group))
            .toList();
    return Scripts.runEach(port, calls)
        .thenApply(replies -> groups.inOrder(readAll(groups.groups(), batch, replies, refusal)));
  }

  static ScriptCall call(Keys keys, List<KeepAlive> requests, byte[] batch) {
    int keyCount = Keys.PER_NAME * requests.size();
    byte[][] words = new byte[keyCount + 4 * requests.size() + 1][];
    words[words.length - 1] = batch;
    int key = 0;
    int argument = keyCount;
    for (KeepAlive request : requests) {
      keys.put(request.name(), words, key);
      key += Keys.PER_NAME;
      words[argument + 1] = Bytes.of(request.attempt());
      if (request instanceof KeepAlive.Hold hold) {
        words[argument] = hold.newStamp() ? HOLD_WITH_NEW_STAMP : HOLD;
        words[argument + 2] = Bytes.of(hold.leaseMillis());
        words[argument + 3] = Bytes.NONE;
      } else if (request instanceof KeepAlive.Raise raise) {
        words[argument] = HOLD_TO_RAISE;
        words[argument + 2] = Bytes.of(raise.leaseMillis());
        words[argument + 3] = Bytes.of(raise.stamp());
      } else if (request instanceof KeepAlive.Change change) {
        words[argument] = change.to() == Mode.SHARED ? TO_SHARED : TO_EXCLUSIVE;
        words[argument + 2] = Bytes.of(change.leaseMillis());
        words[argument + 3] = Bytes.of(change.stamp());
      } else {
        KeepAlive.Place place = (KeepAlive.Place) request;
        words[argument] = PLACE;
        words[argument + 2] = Bytes.of(place.placeMillis());
        words[argument + 3] = Bytes.of(place.sentAt());
      }
      argument += 4;
    }
    return new ScriptCall(Script.KEEP_ALIVE, keyCount, words);
  }

  static List<Standing> read(List<KeepAlive> requests, byte[] batch, Object reply) {
    List<?> replies = Replies.list(reply);
    int size = requests.size();
    if (replies.size() != size + 1 || !Arrays.equals(batch, Replies.bytes(replies.get(size)))) {
      throw new Replies.MalformedReplyException(reply);
    }
    List<Standing> standings = new ArrayList<>(size);
    for (int i = 0; i < size; i++) {
      standings.add(standing(requests.get(i), replies.get(i)));
    }
    return standings;
  }

  private static Standing standing(KeepAlive request, @Nullable Object reply) {
    byte[] attempt = Bytes.of(request.attempt());
    return request instanceof KeepAlive.Hold hold
        ? Replies.standing(reply, attempt, hold.leaseMillis())
        : Replies.standing(reply, attempt);
  }

  private static List<Standing> readAll(
      List<List<KeepAlive>> groups,
      byte[] batch,
      List<Object> replies,
      Function<RuntimeException, StoreException> refusal) {
    if (replies.stream().allMatch(RuntimeException.class::isInstance)) {
      throw (RuntimeException) replies.get(0);
    }
    List<Standing> standings = new ArrayList<>();
    for (int i = 0; i < groups.size(); i++) {
      List<KeepAlive> group = groups.get(i);
      if (replies.get(i) instanceof RuntimeException error) {
        standings.addAll(
            Collections.nCopies(group.size(), new Standing.Unknown(refusal.apply(error))));
      } else {
        standings.addAll(read(group, batch, replies.get(i)));
      }
    }
    return standings;
  }
}
