package dev.holdfast.redis.internal.protocol;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import dev.holdfast.redis.internal.port.Bytes;
import dev.holdfast.redis.internal.port.PushSink;
import dev.holdfast.redis.internal.port.Replies;
import dev.holdfast.spi.Mode;
import dev.holdfast.spi.Standing;
import dev.holdfast.spi.StoreListener;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/**
 * Reads what arrives on a client's channel: {@code g <stamp> <ms left> <1 if others wait> <sent at>
 * <attempt> <hold key>} for a grant, {@code s …} likewise for a shared hold, {@code n …} for a
 * counted one, {@code r <attempt> <hold key>} for a recall, {@code b …} for a hold that was broken.
 * {@code ask.lua}, {@code break.lua}, {@code queue.lua} and {@code release.lua} send them. The key
 * comes last because it may contain anything. A message that does not read like this is dropped: a
 * push only saves time.
 */
public final class PushReader implements PushSink {
  private static final System.Logger LOG = System.getLogger(PushReader.class.getName());

  private final Keys keys;
  private final StoreListener listener;
  private final CountDownLatch stands = new CountDownLatch(1);

  public PushReader(Keys keys, StoreListener listener) {
    this.keys = keys;
    this.listener = listener;
  }

  @Override
  public void subscribed() {
    listener.changed(); // before open() goes on: then there is nothing yet to ask again
    stands.countDown();
  }

  /** Waits a moment for the subscription; whatever is missed without it is only late. */
  void await(long millis) {
    try {
      if (!stands.await(millis, MILLISECONDS)) {
        LOG.log(System.Logger.Level.DEBUG, "no subscription yet: pushes begin later");
      }
    } catch (InterruptedException sooner) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void message(byte[] payload) {
    Fields fields = new Fields(payload);
    switch (fields.next()) {
      case "g" -> grant(fields, Mode.EXCLUSIVE);
      case "s" -> grant(fields, Mode.SHARED);
      case "n" -> grant(fields, Mode.COUNTED);
      case "r" -> tell(fields, listener::recalled);
      case "b" -> tell(fields, listener::broken);
      default -> {}
    }
  }

  /** What cannot be true is passed over, like every message that is not ours. */
  private void grant(Fields fields, Mode mode) {
    Standing.Holding standing;
    long sentAt;
    try {
      standing = Replies.holding(fields.number(), fields.number(), fields.number(), mode);
      sentAt = fields.number();
    } catch (NumberFormatException | Replies.MalformedReplyException malformed) {
      return;
    }
    tell(fields, (name, attempt) -> listener.granted(name, attempt, standing, sentAt));
  }

  private void tell(Fields fields, Told told) {
    String attempt = fields.next();
    String name = fields.name(keys);
    if (name != null && !attempt.isEmpty()) {
      told.told(name, attempt);
    }
  }

  private interface Told {
    void told(String name, String attempt);
  }

  /** Walks over the words of a message. */
  private static final class Fields {
    private final byte[] payload;
    private int at;

    Fields(byte[] payload) {
      this.payload = payload;
    }

    String next() {
      int from = at;
      while (at < payload.length && payload[at] != ' ') {
        at++;
      }
      String word = Bytes.text(payload, from, at);
      at = Math.min(at + 1, payload.length);
      return word;
    }

    long number() {
      return Long.parseLong(next());
    }

    @Nullable String name(Keys keys) {
      return keys.name(payload, at);
    }
  }
}
