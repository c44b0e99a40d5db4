package dev.holdfast.lab.replay;

/** What keeps an update from being written by one that holds no more. */
public enum Guard {
  /** The resource compares tokens, and refuses those of earlier grants. */
  TOKEN("the resource compares tokens"),
  /** The writer asks its lock, just before it writes, whether it still holds. */
  ASK("the writer asks the lock before it writes"),
  /** Nothing: whoever was granted writes. */
  NOTHING("none");

  private final String sentence;

  Guard(String sentence) {
    this.sentence = sentence;
  }

  /** What it does. */
  public String sentence() {
    return sentence;
  }
}
