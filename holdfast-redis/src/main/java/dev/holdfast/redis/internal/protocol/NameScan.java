package dev.holdfast.redis.internal.protocol;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.holdfast.LockInfo;
import dev.holdfast.redis.internal.port.RedisPort;
import dev.holdfast.redis.internal.port.RedisReplyException;
import dev.holdfast.redis.internal.port.Replies;
import dev.holdfast.redis.internal.port.ScanPage;
import dev.holdfast.redis.internal.port.Script;
import dev.holdfast.redis.internal.port.ScriptCall;
import dev.holdfast.spi.Futures;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * Finds the names that are held or waited for, and those of which that cannot be read, because a
 * value that is not Holdfast's stands in their place: an inspection of such a name says why. It
 * walks over all keys of the server (SCAN has no index) and looks at every name of the namespace
 * that was held within the last day: a tool for operators, not for programs. Used once, by one
 * caller.
 */
final class NameScan {
  private static final byte[] START = {'0'};
  private static final long HELD = 1;
  private static final long PERHAPS_USED = 2;
  private static final long UNREADABLE = 3;
  private static final int LONGEST_NAME = 512; // bytes

  private final RedisPort port;
  private final SlotRule slots;
  private final Keys keys;
  private final int limit;
  private final byte[] pattern;
  private final Set<String> found = new LinkedHashSet<>();

  NameScan(RedisPort port, SlotRule slots, Keys keys, int limit) {
    this.port = port;
    this.slots = slots;
    this.keys = keys;
    this.limit = limit;
    this.pattern = keys.holdPattern();
  }

  CompletionStage<List<String>> walk() {
    return limit <= 0 ? CompletableFuture.completedStage(List.of()) : walk(START);
  }

  private CompletionStage<List<String>> walk(byte[] start) {
    byte[] cursor = start;
    while (true) {
      CompletableFuture<ScanPage> step = step(cursor).toCompletableFuture();
      if (!step.isDone() || step.isCompletedExceptionally()) {
        return step.thenCompose(
            page -> isEnd(page) ? CompletableFuture.completedStage(names()) : walk(page.next()));
      }
      // A blocking port: a loop, so that the stack does not grow with the number of keys.
      ScanPage page = Futures.result(step);
      if (isEnd(page)) {
        return CompletableFuture.completedStage(names());
      }
      cursor = page.next();
    }
  }

  private boolean isEnd(ScanPage page) {
    return page.isLast() || found.size() >= limit;
  }

  private List<String> names() {
    return found.stream().limit(limit).toList();
  }

  private CompletionStage<ScanPage> step(byte[] cursor) {
    return port.scan(cursor, pattern)
        .thenCompose(page -> sift(page.keys()).thenApply(done -> page));
  }

  private CompletionStage<Boolean> sift(List<byte[]> page) {
    if (page.isEmpty()) {
      return CompletableFuture.completedStage(true);
    }
    List<List<byte[]>> groups =
        slots.divides()
            ? SlotGroups.ofSlots(page, Function.identity(), page.size()).groups()
            : List.of(page);
    List<ScriptCall> calls =
        groups.stream()
            .map(group -> new ScriptCall(Script.LIVE, group.size(), group.toArray(new byte[0][])))
            .toList();
    CompletionStage<List<Object>> answers =
        calls.size() == 1
            ? Scripts.run(port, calls.get(0)).thenApply(List::of)
            : Scripts.runAll(port, calls);
    return answers.thenCompose(
        replies -> {
          List<String> doubtful = new ArrayList<>();
          for (int i = 0; i < groups.size(); i++) {
            sift(groups.get(i), replies.get(i), doubtful);
          }
          return siftDoubtful(doubtful);
        });
  }

  private void sift(List<byte[]> looked, Object reply, List<String> doubtful) {
    List<?> states = Replies.list(reply);
    if (states.size() != looked.size()) {
      throw new Replies.MalformedReplyException(reply);
    }
    for (int i = 0; i < looked.size(); i++) {
      String name = keys.name(looked.get(i), 0);
      long state = Replies.number(states.get(i));
      if (name != null && (state == HELD || (state == UNREADABLE && isName(name)))) {
        found.add(name);
      } else if (name != null && state == PERHAPS_USED) {
        doubtful.add(name);
      }
    }
  }

  /** Other programs may have keys like that which are too long, or empty, for a name. */
  private static boolean isName(String name) {
    return !name.isEmpty() && name.getBytes(UTF_8).length <= LONGEST_NAME;
  }

  private CompletionStage<Boolean> siftDoubtful(List<String> names) {
    if (names.isEmpty()) {
      return CompletableFuture.completedStage(true);
    }
    List<ScriptCall> calls = new ArrayList<>(names.size());
    for (String name : names) {
      byte[][] words = new byte[Keys.PER_NAME][];
      keys.put(name, words, 0);
      calls.add(new ScriptCall(Script.INSPECT, Keys.PER_NAME, words));
    }
    return Scripts.runEach(port, calls)
        .thenApply(
            replies -> {
              for (int i = 0; i < names.size(); i++) {
                byte[] key = calls.get(i).keysAndArguments()[0];
                if (isUsedOrUnreadable(names.get(i), key, replies.get(i))) {
                  found.add(names.get(i));
                }
              }
              return true;
            });
  }

  private static boolean isUsedOrUnreadable(String name, byte[] key, Object reply) {
    if (reply instanceof RedisReplyException error && error.says("WRONGTYPE")) {
      return true;
    }
    if (reply instanceof RuntimeException error) {
      throw error;
    }
    try {
      LockInfo info = Replies.info(name, key, reply);
      return info.isHeld() || !info.waiters().isEmpty();
    } catch (Replies.NoTokenException none) {
      return true;
    }
  }
}
