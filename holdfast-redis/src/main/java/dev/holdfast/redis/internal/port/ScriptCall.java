package dev.holdfast.redis.internal.port;

import java.util.Arrays;

/** A script with its keys and arguments, ready to be sent as EVALSHA or EVAL. */
public final class ScriptCall {
  private final Script script;
  private final boolean bySource;
  private final boolean asking;
  private final int keyCount;
  private final byte[][] keysAndArguments;

  public ScriptCall(Script script, int keyCount, byte[]... keysAndArguments) {
    this(script, false, false, keyCount, keysAndArguments);
  }

  private ScriptCall(
      Script script, boolean bySource, boolean asking, int keyCount, byte[][] keysAndArguments) {
    this.script = script;
    this.bySource = bySource;
    this.asking = asking;
    this.keyCount = keyCount;
    this.keysAndArguments = keysAndArguments;
  }

  /** The same call for a server that does not know the script (any more). */
  public ScriptCall bySource() {
    return new ScriptCall(script, true, asking, keyCount, keysAndArguments);
  }

  /** The call of another script with the same keys and arguments, and one argument more. */
  public ScriptCall with(Script other, byte[] argument) {
    byte[][] more = Arrays.copyOf(keysAndArguments, keysAndArguments.length + 1);
    more[keysAndArguments.length] = argument;
    return new ScriptCall(other, bySource, asking, keyCount, more);
  }

  /** Whether it is a call of this script by its digest, with this number of keys and arguments. */
  public boolean is(Script other, int words) {
    return script == other && !bySource && !asking && keysAndArguments.length == words;
  }

  /** The same call for a server of a cluster that is about to get the keys' slot. */
  public ScriptCall asking() {
    return new ScriptCall(script, bySource, true, keyCount, keysAndArguments);
  }

  /** Whether ASKING is to be sent right before it; only in {@link RedisPort#callAll}. */
  public boolean isAsking() {
    return asking;
  }

  /** Whether to send EVAL with the whole script, not EVALSHA with its digest. */
  public boolean isBySource() {
    return bySource;
  }

  /** The script's source if {@link #isBySource()}, else its SHA-1 in hexadecimal digits. */
  public byte[] script() {
    return bySource ? script.source() : script.digest();
  }

  /** How many of {@link #keysAndArguments()} are keys. */
  public int keyCount() {
    return keyCount;
  }

  /** First the keys, then the arguments. Not copied: do not write to it. */
  public byte[][] keysAndArguments() {
    return keysAndArguments;
  }
}
