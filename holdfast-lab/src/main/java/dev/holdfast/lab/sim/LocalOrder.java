package dev.holdfast.lab.sim;

import java.util.List;

/** W3 within a client: requests of one name are served in the order in which they were made. */
final class LocalOrder {
  private final Run run;

  LocalOrder(Run run) {
    this.run = run;
  }

  /** A request was granted; these are all of its client. */
  void served(Request served, List<Request> requests) {
    for (Request other : requests) {
      if (!other.step.name().equals(served.step.name())
          || other.step.side() == Step.Side.ALL
          || served.step.side() == Step.Side.ALL) {
        continue; // who wants several may wait for another of them meanwhile
      }
      if (served.step.side() == Step.Side.PERMITS) {
        checkLeft(served, other);
      } else {
        checkTokens(served, other);
      }
    }
  }

  private void checkTokens(Request served, Request other) {
    if (other.token != 0
        && other.step.side() != Step.Side.PERMITS
        && (other.order - served.order) * Long.signum(other.token - served.token) < 0) {
      run.findings.add("W3", served + " and " + other + " were not served in their order");
    }
  }

  /**
   * Tokens of permits do not tell, as a client passes permits on from several holds. So nobody who
   * came before may still be waiting, once all is told that was decided by now. Not of threads,
   * which may be busy with the store although their wait is over.
   */
  private void checkLeft(Request served, Request other) {
    if (other.order < served.order && waits(other)) {
      var unused =
          run.time.at(run.time.now() + Checks.PROMPT, () -> mustHaveBeenServed(other, served));
    }
  }

  private void mustHaveBeenServed(Request other, Request served) {
    if (waits(other) && other.actor.isPromptFor(Checks.PROMPT)) {
      run.findings.add("W3", served + " was served, but " + other + " came before it and waits");
    }
  }

  private static boolean waits(Request request) {
    return !request.done && !request.abandoned && request.step.waits() && !request.step.blocks();
  }
}
