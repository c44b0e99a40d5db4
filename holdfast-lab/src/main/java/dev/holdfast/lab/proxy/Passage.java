package dev.holdfast.lab.proxy;

/** What happens to one connection through a proxy. Thread-safe. */
public interface Passage {
  /** What is wrong with it now. */
  Trouble trouble();

  /** What the server gets instead of the first piece. */
  default byte[] first(byte[] piece) {
    return piece;
  }
}
