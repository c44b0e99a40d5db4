package dev.holdfast.redis.lettuce;

import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.output.CommandOutput;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Builds a reply as the protocol wants it: null, Long, byte[] or a list of replies. */
final class ReplyOutput extends CommandOutput<byte[], byte[], Object> {
  /** The lists that are not full yet, innermost first. */
  private final Deque<Growing> open = new ArrayDeque<>(2);

  @SuppressWarnings("NullAway") // there is no reply before it has arrived
  ReplyOutput() {
    super(ByteArrayCodec.INSTANCE, null);
  }

  @Override
  public void set(long number) {
    add(number);
  }

  @Override
  public void set(@Nullable ByteBuffer bytes) {
    add(bytes == null ? null : ByteArrayCodec.INSTANCE.decodeValue(bytes));
  }

  @Override
  public void setSingle(@Nullable ByteBuffer bytes) {
    set(bytes);
  }

  @Override
  public void multi(int count) {
    List<@Nullable Object> list = new ArrayList<>(Math.max(0, count));
    if (count > 0) {
      put(list);
      open.push(new Growing(list, count));
    } else {
      add(list);
    }
  }

  private void add(@Nullable Object value) {
    put(value);
    while (!open.isEmpty() && open.peek().isFull()) {
      open.pop();
    }
  }

  @SuppressWarnings("NullAway") // a reply may be null
  private void put(@Nullable Object value) {
    Growing innermost = open.peek();
    if (innermost == null) {
      output = value;
    } else {
      innermost.list.add(value);
    }
  }

  private record Growing(List<@Nullable Object> list, int count) {
    boolean isFull() {
      return list.size() >= count;
    }
  }
}
