package dev.holdfast.redis.internal.port;

/** Takes what arrives on one channel. Its methods return quickly and do not throw. */
public interface PushSink {
  /** A message arrived. */
  void message(byte[] payload);

  /** The subscription stands (again): what was published before may have been missed. */
  void subscribed();
}
