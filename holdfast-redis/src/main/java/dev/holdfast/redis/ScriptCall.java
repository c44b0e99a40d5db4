package dev.holdfast.redis;

/** A script with its keys and arguments, ready to be sent as EVALSHA or EVAL. */
public final class ScriptCall {
  private final Script script;
  private final boolean bySource;
  private final int keyCount;
  private final byte[][] keysAndArguments;

  ScriptCall(Script script, int keyCount, byte[]... keysAndArguments) {
    this(script, false, keyCount, keysAndArguments);
  }

  private ScriptCall(Script script, boolean bySource, int keyCount, byte[][] keysAndArguments) {
    this.script = script;
    this.bySource = bySource;
    this.keyCount = keyCount;
    this.keysAndArguments = keysAndArguments;
  }

  /** The same call for a server that does not know the script (any more). */
  ScriptCall bySource() {
    return new ScriptCall(script, true, keyCount, keysAndArguments);
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
