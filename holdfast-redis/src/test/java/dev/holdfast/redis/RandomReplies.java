package dev.holdfast.redis;

import dev.holdfast.redis.internal.port.Bytes;
import dev.holdfast.redis.internal.port.RedisReplyException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Replies of every shape, near to what scripts answer and far from it; the same for a seed. */
final class RandomReplies {
  private static final String[] WORDS = {
    "",
    "0",
    "1",
    "-1",
    "1763670113000000",
    "1763670113000000c/host/1/n/1",
    "9999999999999999c/host/1/n/1",
    "99999999999999999c/host/1/n/1",
    "x",
    "!",
    "!x",
    "c/host/1/n/1",
    "!c/host/1/n/1",
    "hf1::h:{a}",
    "hf1::h:{}",
    "}",
    "\0",
    "1763670113000000 0 a 1",
  };
  private static final String[] ERRORS = {
    "NOSCRIPT No matching script.", "ERR x", "", "WRONGTYPE x", "MOVED 1 127.0.0.1:1", "NOPERM x",
  };

  private final Random random;

  RandomReplies(long seed) {
    random = new Random(seed);
  }

  /** Null, Long, byte[], List or, on the top only, an error. */
  Object next() {
    return random.nextInt(12) == 0
        ? new RedisReplyException(pick(ERRORS), null)
        : random.nextInt(3) == 0 ? standing() : tree(0);
  }

  /** The answer to a batch, at least as often as not with something wrong in it. */
  Object batch(int size, byte[] number) {
    List<Object> replies = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      replies.add(standing());
    }
    replies.add(random.nextInt(4) == 0 ? word() : number);
    return replies;
  }

  /** A standing as scripts answer it, every other time with something wrong in one place. */
  private Object standing() {
    byte[] tail = Bytes.of("c/host/1/n/1");
    List<Object> fields =
        switch (random.nextInt(3)) {
          case 0 ->
              fieldsOf(
                  random.nextBoolean() ? 1L : 4L,
                  1_763_670_113_000_000L,
                  5_000L,
                  (long) random.nextInt(2),
                  tail);
          case 1 -> fieldsOf(2L, (long) random.nextInt(3), 5_000L, word(), tail);
          default -> fieldsOf(3L, 5_000L, word(), (long) random.nextInt(2), tail);
        };
    switch (random.nextInt(6)) {
      case 0 -> fields.set(random.nextInt(fields.size()), tree(3));
      case 1 -> fields.remove(random.nextInt(fields.size()));
      case 2 -> fields.add(random.nextInt(fields.size()), tree(3));
      default -> {}
    }
    return random.nextBoolean() ? fields : new ArrayList<Object>(List.of(fields));
  }

  private static List<Object> fieldsOf(Object... fields) {
    return new ArrayList<>(List.of(fields));
  }

  private Object tree(int depth) {
    return switch (random.nextInt(depth > 3 ? 3 : 6)) {
      case 0 -> null;
      case 1 -> number();
      case 2 -> word();
      default -> {
        List<Object> list = new ArrayList<>();
        int size = random.nextInt(6);
        for (int i = 0; i < size; i++) {
          list.add(tree(depth + 1));
        }
        yield list;
      }
    };
  }

  private Long number() {
    return switch (random.nextInt(6)) {
      case 0 -> random.nextLong();
      case 1 -> 1_763_670_113_000_000L;
      case 2 -> Long.MAX_VALUE;
      default -> (long) random.nextInt(5) - 1;
    };
  }

  private byte[] word() {
    return Bytes.of(pick(WORDS));
  }

  private String pick(String[] from) {
    return from[random.nextInt(from.length)];
  }

  /** A message as pushes have it, or not. */
  byte[] message() {
    StringBuilder message = new StringBuilder(pick(new String[] {"g", "s", "r", "b", "", "gg"}));
    int size = random.nextInt(8);
    for (int i = 0; i < size; i++) {
      message.append(' ').append(random.nextBoolean() ? pick(WORDS) : number().toString());
    }
    return Bytes.of(message.toString());
  }

  /** A reply as the server would write it. */
  static String wire(Object reply) {
    if (reply == null) {
      return "$-1\r\n";
    }
    if (reply instanceof Long number) {
      return ":" + number + "\r\n";
    }
    if (reply instanceof byte[] bytes) {
      return FakeRedis.bulk(Bytes.text(bytes));
    }
    if (reply instanceof RedisReplyException error) {
      return "-" + error.getMessage() + "\r\n";
    }
    StringBuilder text = new StringBuilder();
    List<?> list = (List<?>) reply;
    text.append('*').append(list.size()).append("\r\n");
    list.forEach(each -> text.append(wire(each)));
    return text.toString();
  }

  /** The same with a few bytes lost, doubled or changed. */
  String mutilated(String wire) {
    StringBuilder text = new StringBuilder(wire);
    for (int i = 0; i <= random.nextInt(3) && text.length() > 0; i++) {
      int at = random.nextInt(text.length());
      switch (random.nextInt(3)) {
        case 0 -> text.setLength(at);
        case 1 -> text.setCharAt(at, (char) random.nextInt(256));
        default -> text.insert(at, text.charAt(at));
      }
    }
    return text.toString();
  }
}
