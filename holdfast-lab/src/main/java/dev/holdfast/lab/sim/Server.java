package dev.holdfast.lab.sim;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** The machine of the store: whether it is up, what its clock says, who is subscribed. */
final class Server {
  private static final long START_MICROS = 1_800_000_000_000_000L;

  private final VirtualTime time;
  private final Supplier<Ledger> ledger;
  private final Map<Actor, Long> subscribedFrom = new HashMap<>();
  private boolean up = true;
  private long jumpedMicros;

  Server(VirtualTime time, Supplier<Ledger> ledger) {
    this.time = time;
    this.ledger = ledger;
  }

  /** Its own clock, in microseconds since 1970. */
  long micros() {
    return START_MICROS + time.now() / 1_000 + jumpedMicros;
  }

  void jump(long millis) {
    jumpedMicros += millis * 1_000;
  }

  boolean isUp() {
    return up;
  }

  void down() {
    up = false;
  }

  void up() {
    up = true;
  }

  /** Pushes to this client are lost until then: its subscription is not restored yet. */
  void subscribedFrom(Actor actor, long nanos) {
    subscribedFrom.put(actor, nanos);
  }

  boolean isDeafFor(Actor actor) {
    return !up || time.now() < subscribedFrom.getOrDefault(actor, 0L);
  }

  /** Does what a request asks, under the eyes of the ledger. */
  <T> T work(Network.Request<T> request, boolean again) {
    Ledger book = ledger.get();
    book.look(request.names());
    if (again) {
      book.repeated();
    }
    T answer;
    try {
      answer = request.work().get();
    } catch (RuntimeException failed) {
      book.look(request.names());
      throw failed;
    }
    if (answer instanceof List<?> parts && parts.stream().anyMatch(Throwable.class::isInstance)) {
      book.look(request.names());
    } else {
      book.lookAfter(request.names(), request.settled());
    }
    return answer;
  }
}
