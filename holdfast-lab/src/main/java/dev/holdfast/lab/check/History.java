package dev.holdfast.lab.check;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * All that is known of an episode when it is over.
 *
 * @param events of all clients, by time
 * @param register what the guarded resource accepted, by name, in its order
 * @param happenings what the lab did, by time
 * @param texts what failures said, by the life of the client, in the order of their numbers
 */
public record History(
    List<Event> events,
    Map<Integer, List<Register.Entry>> register,
    List<Happening> happenings,
    Map<Long, List<String>> texts,
    Duration lease) {

  /** A history of events in any order. */
  public static History of(
      List<Event> events,
      Map<Integer, List<Register.Entry>> register,
      List<Happening> happenings,
      Map<Long, List<String>> texts,
      Duration lease) {
    List<Event> sorted = new ArrayList<>(events);
    sorted.sort(Comparator.comparingLong(Event::at));
    return new History(sorted, register, happenings, texts, lease);
  }

  /** What a failure said that a client wrote down. */
  public String text(Event failure) {
    long life = Ops.of(Ops.client(failure.op()), Ops.life(failure.op()), 0, 0);
    List<String> lines = texts.getOrDefault(life, List.of());
    return failure.a() < lines.size() ? lines.get((int) failure.a()) : "";
  }

  /** The closings of clients. */
  public List<Event> closes() {
    return events.stream().filter(e -> e.kind() == Kind.CLOSE).toList();
  }

  /** When the first thing of this kind was done, or the end of time. */
  public long first(Happening.Type type) {
    return happenings.stream()
        .filter(h -> h.type() == type)
        .mapToLong(Happening::at)
        .min()
        .orElse(Long.MAX_VALUE);
  }

  /** When the last thing of this kind was done, or the end of time. */
  public long last(Happening.Type type) {
    return happenings.stream()
        .filter(h -> h.type() == type)
        .mapToLong(Happening::at)
        .max()
        .orElse(Long.MAX_VALUE);
  }

  /** When a client was killed in one of its lives, or the end of time. */
  public long killed(int client, int life) {
    return happenings.stream()
        .filter(h -> h.type() == Happening.Type.KILL && h.client() == client)
        .skip(life)
        .mapToLong(Happening::at)
        .findFirst()
        .orElse(Long.MAX_VALUE);
  }

  /** For how long the process of a request did not run between the two. */
  long stood(long op, long from, long until) {
    return events.stream()
        .filter(e -> e.kind() == Kind.STOOD && Ops.sameClient(e.op(), op))
        .mapToLong(e -> Math.min(e.at(), until) - Math.max(e.at() - e.a(), from))
        .filter(overlap -> overlap > 0)
        .sum();
  }
}
