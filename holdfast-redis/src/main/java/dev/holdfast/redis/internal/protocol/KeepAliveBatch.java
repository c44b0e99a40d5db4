package dev.holdfast.redis.internal.protocol;

import dev.holdfast.StoreException;
import dev.holdfast.redis.internal.port.Bytes;
import dev.holdfast.redis.internal.port.RedisPort;
import dev.holdfast.redis.internal.port.RedisReplyException;
import dev.holdfast.redis.internal.port.Replies;
import dev.holdfast.redis.internal.port.Script;
import dev.holdfast.redis.internal.port.ScriptCall;
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
 * names share a script: on one server any may, where slots go apart those of one, up to a number
 * that keeps a single script well under a millisecond of server time, so that other clients' calls
 * do not wait behind it.
 */
public final class KeepAliveBatch {
  public static final int NAMES_PER_SCRIPT = 48;

  private KeepAliveBatch() {}

  /**
   * Sends them.
   *
   * @param number no other batch of this client has it: the answer to another is not believed
   * @param refusal the exception for a script that was answered with an error, or not at all, while
   *     others of the same batch were answered well: only the names of that script are unknown; and
   *     for a name whose stamp makes no token, which alone is unknown then
   */
  static CompletionStage<List<Standing>> send(
      RedisPort port,
      SlotRule slots,
      Keys keys,
      List<KeepAlive> requests,
      long number,
      UptimePolicy granting,
      Function<RuntimeException, StoreException> refusal) {
    if (requests.isEmpty()) {
      return CompletableFuture.completedStage(List.of());
    }
    byte[] batch = Bytes.of(number);
    boolean divided = slots.divides();
    SlotGroups<KeepAlive> groups =
        divided
            ? SlotGroups.ofSlots(requests, each -> keys.hold(each.name()), NAMES_PER_SCRIPT)
            : SlotGroups.ofNeighbours(requests, NAMES_PER_SCRIPT);
    List<ScriptCall> calls =
        groups.groups().stream()
            .map(group -> granting.keepAlive(call(keys, group, batch), group))
            .toList();
    return Scripts.runEach(port, calls)
        .thenApply(
            replies -> {
              if (!divided) {
                replies.stream()
                    .filter(SlotRule::isCrossSlot)
                    .findFirst()
                    .ifPresent(
                        all -> {
                          throw (RedisReplyException) all; // these are to go again, divided
                        });
              }
              return groups.inOrder(readAll(groups.groups(), batch, replies, refusal));
            });
  }

  static ScriptCall call(Keys keys, List<KeepAlive> requests, byte[] batch) {
    int size = requests.size();
    int keyCount = Keys.PER_NAME * size;
    byte[][] words = new byte[keyCount + 2 * size + 1][];
    words[words.length - 1] = batch;
    for (int i = 0; i < size; i++) {
      KeepAlive request = requests.get(i);
      keys.put(request.name(), words, i, size + (Keys.PER_NAME - 1) * i);
      words[keyCount + 2 * i] = Bytes.of(request.attempt());
      words[keyCount + 2 * i + 1] = Bytes.of(order(request));
    }
    return new ScriptCall(Script.KEEP_ALIVE, keyCount, words);
  }

  /** What is asked for, as keepalive.lua reads it. */
  private static String order(KeepAlive request) {
    if (request instanceof KeepAlive.Hold hold) {
      return (hold.newStamp() ? "s " : "h ") + hold.leaseMillis();
    } else if (request instanceof KeepAlive.Raise raise) {
      return "r " + raise.leaseMillis() + ' ' + raise.stamp();
    } else if (request instanceof KeepAlive.Change change) {
      String kind = change.to() == Mode.SHARED ? "+ " : "x ";
      return kind + change.leaseMillis() + ' ' + change.stamp();
    } else {
      KeepAlive.Place place = (KeepAlive.Place) request;
      return "p " + place.placeMillis() + ' ' + place.sentAt();
    }
  }

  static List<Standing> read(
      List<KeepAlive> requests,
      byte[] batch,
      Object reply,
      Function<RuntimeException, StoreException> refusal) {
    List<?> replies = Replies.list(reply);
    int size = requests.size();
    if (replies.size() != size + 1 || !Arrays.equals(batch, Replies.bytes(replies.get(size)))) {
      throw new Replies.MalformedReplyException(reply);
    }
    List<Standing> standings = new ArrayList<>(size);
    for (int i = 0; i < size; i++) {
      standings.add(standing(requests.get(i), replies.get(i), refusal));
    }
    return standings;
  }

  private static Standing standing(
      KeepAlive request,
      @Nullable Object reply,
      Function<RuntimeException, StoreException> refusal) {
    byte[] attempt = Bytes.of(request.attempt());
    try {
      return request instanceof KeepAlive.Hold hold
          ? Replies.standing(reply, attempt, hold.leaseMillis())
          : Replies.standing(reply, attempt);
    } catch (Replies.NoTokenException none) {
      return new Standing.Unknown(refusal.apply(none));
    }
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
        standings.addAll(read(group, batch, replies.get(i), refusal));
      }
    }
    return standings;
  }
}
