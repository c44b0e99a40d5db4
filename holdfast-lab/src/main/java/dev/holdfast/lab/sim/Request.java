package dev.holdfast.lab.sim;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** What a user asked of a client and has not got an answer to yet, or got. */
final class Request {
  final Actor actor;
  final Step step;
  final int order;
  final long askedAt;
  boolean done;
  long doneAt = Long.MAX_VALUE;
  boolean abandoned;
  long token;
  @Nullable CompletableFuture<?> future;

  /** What a thread does with it, if it is one that blocks. */
  @Nullable Worker worker;

  int interrupts;

  /** Whether it is becoming a reader, so that it may be one without knowing it. */
  boolean becomesReader;

  Request(Actor actor, Step step, int order, long askedAt) {
    this.actor = actor;
    this.step = step;
    this.order = order;
    this.askedAt = askedAt;
  }

  @Override
  public String toString() {
    return actor
        + "'s request "
        + step.number()
        + (step.waits() ? " to acquire " : " to try ")
        + Texts.name(step.name());
  }
}
