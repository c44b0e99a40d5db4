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

  /**
   * Whether it is the one difference that is known: {@code ensure()} says of whatever failed that
   * asking again can help.
   */
  boolean isKnown() {
    return operation == Operation.ENSURE
        && reply.sort() == Reply.Sort.LASTING
        && seen == Outcome.FAILED;
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
