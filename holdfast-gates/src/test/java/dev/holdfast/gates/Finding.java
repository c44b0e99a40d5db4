package dev.holdfast.gates;

/** One place where a rule of the tree is broken. */
record Finding(String path, int line, String message) {
  @Override
  public String toString() {
    return path + (line > 0 ? ":" + line : "") + ": " + message;
  }
}
