package dev.holdfast.lab.score;

/**
 * A cell of the matrix.
 *
 * @param client the client library
 * @param seen what it came to
 * @param millis how long the operation took
 * @param wrong what differs from what is documented, in a sentence; empty if nothing does
 */
record Cell(
    String client, Reply reply, Operation operation, Outcome seen, long millis, String wrong) {
  boolean isGood() {
    return wrong.isEmpty();
  }

  String word() {
    return isGood() ? seen.word() : "!" + seen.word();
  }

  String sentence() {
    return client
        + ", "
        + reply.id()
        + ", "
        + operation.id()
        + ": "
        + seen.word()
        + " after "
        + millis
        + " ms: "
        + wrong;
  }
}
