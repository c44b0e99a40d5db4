package dev.holdfast.redis.internal.protocol;

import dev.holdfast.redis.internal.port.Bytes;
import dev.holdfast.redis.internal.port.Script;
import dev.holdfast.redis.internal.port.ScriptCall;
import dev.holdfast.spi.KeepAlive;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which scripts grant: as they are, or only on a server that has been up for some time, since it
 * may have forgotten what it granted before it was started. Immutable.
 */
public final class UptimePolicy {
  public static final UptimePolicy AT_ONCE = new UptimePolicy(null);

  private final byte @Nullable [] leastSeconds;

  private UptimePolicy(byte @Nullable [] leastSeconds) {
    this.leastSeconds = leastSeconds;
  }

  /** Only on a server that has been up for this long. */
  public static UptimePolicy after(Duration uptime) {
    // A server counts whole seconds of its clock, from the one in which it was started.
    return new UptimePolicy(Bytes.of(uptime.plusMillis(1_999).toSeconds()));
  }

  /** Whether this is for a member of a quorum. */
  public boolean isAged() {
    return leastSeconds != null;
  }

  /** For how many seconds a server must have been up. */
  public long seconds() {
    return leastSeconds == null ? 0 : Long.parseLong(Bytes.text(leastSeconds));
  }

  /**
   * Asks for a hold.
   *
   * @param proposedStamp what its stamp is to be, which only members of a quorum are told
   */
  public ScriptCall acquire(int keyCount, byte[][] words, long proposedStamp) {
    ScriptCall call = new ScriptCall(Script.ACQUIRE, keyCount, words);
    return isAged()
        ? aged(call.with(Script.ACQUIRE, Bytes.of(proposedStamp)), Script.ACQUIRE_AGED)
        : call;
  }

  ScriptCall acquireAll(ScriptCall call) {
    return aged(call, Script.ACQUIRE_ALL_AGED);
  }

  /**
   * Holds are renewed at once: no other attempt is granted meanwhile. A place may become a hold,
   * perhaps by what a server remembers of long ago.
   */
  ScriptCall keepAlive(ScriptCall call, List<KeepAlive> requests) {
    return requests.stream().anyMatch(KeepAlive.Place.class::isInstance)
        ? aged(call, Script.KEEP_ALIVE_AGED)
        : call;
  }

  private ScriptCall aged(ScriptCall call, Script script) {
    return leastSeconds == null ? call : call.with(script, leastSeconds);
  }
}
