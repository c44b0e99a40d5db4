package dev.holdfast.lab.sim;

import dev.holdfast.StoreException;
import dev.holdfast.lab.sim.Fault.Kind;
import dev.holdfast.lab.sim.VirtualTime.Event;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What lies between the clients and the server: every request, reply and push takes its own time
 * and may be lost, repeated or answered with an error, as the weather has it.
 */
final class Network {
  private static final long LONGEST_REPEAT = 8 * VirtualTime.SECOND;

  private final VirtualTime time;
  private final Weather weather;
  private final Server server;
  private final Trace trace;
  private final Plan.Shape shape;
  private boolean healed;

  Network(VirtualTime time, Weather weather, Server server, Trace trace, Plan.Shape shape) {
    this.time = time;
    this.weather = weather;
    this.server = server;
    this.trace = trace;
    this.shape = shape;
  }

  /**
   * What a client asks of the server.
   *
   * @param what for people
   * @param names which names it concerns
   * @param settled whose queues have moved on afterwards, if there was room
   * @param work what the server does
   */
  record Request<T>(
      Actor from,
      Supplier<String> what,
      List<String> names,
      List<String> settled,
      Supplier<T> work) {}

  /** Repetitions that are still under way are lost from now on. */
  void heal() {
    healed = true;
  }

  /** Sends a request; completes with the answer, or exceptionally when none arrived in time. */
  <T> CompletableFuture<T> send(Request<T> request) {
    Actor from = request.from();
    CompletableFuture<T> answer = new CompletableFuture<>();
    // Without latency nothing lies between a call and its answer, so no thread is slow there.
    Caller caller = shape.instant() ? null : Caller.of(from);
    if (caller != null) {
      caller.stumble();
    }
    trace.add(from.name, () -> "→ " + request.what().get());
    if (isInstant(from)) {
      arrive(request, answer);
      return answer;
    }
    Event timeout =
        from.after(
            shape.timeoutNanos(),
            () -> {
              trace.add(from.name, () -> "no answer to " + request.what().get());
              answer.completeExceptionally(unknown("no answer arrived in time"));
            });
    var unused = answer.whenComplete((value, error) -> timeout.cancel());
    if (!isLost(from)) {
      var unusedArrival = time.at(time.now() + delay(from), () -> arrive(request, answer));
    }
    if (weather.strikes(Kind.DUPLICATE, from, from.dice)) {
      var unusedRepeat = time.at(time.now() + repeatDelay(from), () -> arriveAgain(request));
    }
    if (caller != null && shape.blocking()) {
      caller.awaitAnswer(answer);
    }
    return answer;
  }

  /** Whether a part of an answer says only that nothing is known. */
  boolean isVague(Actor actor) {
    return weather.has(Kind.ERRORS, actor) && actor.dice.chance(20);
  }

  /** Sends a push. */
  void push(Actor to, Supplier<String> what, Runnable delivery) {
    if (!shape.pushes() || to.isDead()) {
      return;
    }
    if (weather.strikes(Kind.NO_PUSH, to, to.dice) || isLost(to) || server.isDeafFor(to)) {
      trace.add("server", () -> "push lost: " + what.get());
      return;
    }
    if (isInstant(to) && !to.isPaused()) {
      deliver(to, what, delivery);
      return;
    }
    var unusedFirst = to.after(delay(to), () -> deliver(to, what, delivery));
    if (weather.strikes(Kind.DUPLICATE, to, to.dice)) {
      var unusedSecond = to.after(repeatDelay(to), () -> deliver(to, what, delivery));
    }
  }

  private void deliver(Actor to, Supplier<String> what, Runnable delivery) {
    trace.add(to.name, () -> "← push " + what.get());
    delivery.run();
  }

  private <T> void arrive(Request<T> request, CompletableFuture<T> answer) {
    Actor from = request.from();
    if (!server.isUp()) {
      if (from.dice.chance(50)) {
        reply(request, answer, null, unknown("connection refused"));
      }
      return;
    }
    boolean error = weather.strikes(Kind.ERRORS, from, from.dice);
    if (error && from.dice.chance(50)) {
      trace.add("server", () -> "refuses " + request.what().get());
      reply(request, answer, null, unknown("the server is busy"));
      return;
    }
    T value = null;
    RuntimeException thrown = null;
    try {
      value = server.work(request, false);
    } catch (RuntimeException failed) {
      thrown = failed;
    }
    T result = value;
    trace.add("server", () -> "does " + request.what().get() + " = " + Texts.of(result));
    if (error) {
      thrown = unknown("the server failed while it answered");
    }
    reply(request, answer, value, thrown);
  }

  private <T> void arriveAgain(Request<T> request) {
    if (!server.isUp() || healed) {
      return;
    }
    String outcome;
    try {
      outcome = Texts.of(server.work(request, true));
    } catch (RuntimeException failed) {
      outcome = String.valueOf(failed.getMessage()); // nobody waits for the answer
    }
    String text = outcome;
    trace.add("server", () -> "does again " + request.what().get() + " = " + text);
  }

  private <T> void reply(
      Request<T> request,
      CompletableFuture<T> answer,
      @Nullable T value,
      @Nullable RuntimeException error) {
    Actor from = request.from();
    Runnable delivery =
        () -> {
          if (answer.isDone()) {
            return;
          }
          trace.add(
              from.name,
              () ->
                  "← "
                      + (error == null ? Texts.of(value) : String.valueOf(error.getMessage()))
                      + " to "
                      + request.what().get());
          if (error != null) {
            answer.completeExceptionally(error);
          } else {
            answer.complete(value);
          }
        };
    if (isInstant(from) && !from.isPaused()) {
      delivery.run();
    } else if (!isLost(from)) {
      var unused = from.after(delay(from), delivery);
    } else {
      trace.add("server", () -> "reply lost: " + request.what().get());
    }
  }

  /** Without weather an instant network has no latency; what a user of memory stores gets. */
  private boolean isInstant(Actor actor) {
    return shape.instant() && weather.isFine() && server.isUp() && !actor.isDead();
  }

  private boolean isLost(Actor actor) {
    return weather.has(Kind.CUT, actor) || weather.strikes(Kind.LOSS, actor, actor.dice);
  }

  private long delay(Actor actor) {
    int slow = weather.strength(Kind.SLOW, actor);
    long usual = actor.dice.between(50, 400) * VirtualTime.MICRO;
    return slow < 0 ? usual : usual + actor.dice.between(0, slow * VirtualTime.MILLI);
  }

  private long repeatDelay(Actor actor) {
    return delay(actor) + actor.dice.mostlySmall(0, LONGEST_REPEAT);
  }

  private static StoreException unknown(String reason) {
    return new StoreException(reason + "; the outcome is unknown", null, true);
  }
}
