package dev.holdfast.lab.check;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How many permits there may have been when some were granted, where that is changed meanwhile.
 *
 * <p>Who asks states the size, and is granted only if that is the size at that moment; or if it was
 * so when it began to wait. So it was what the request stated, or what it was changed to while the
 * request waited. A client may have asked by another of its requests, and passed on what it got; to
 * be passed on, it need not fit into what there is by then.
 */
final class Sizes {
  /**
   * What is known of how a lease's permits were granted.
   *
   * @param from when the store granted them at the earliest
   * @param to at the latest
   * @param most how many there were then, at most
   */
  record Bound(long from, long to, int most) {}

  private record Change(long from, long to, int size) {
    boolean mayBeIn(long begin, long end) {
      return from <= end && to >= begin;
    }
  }

  private final Spans spans;
  private final Map<Integer, List<Change>> changes = new HashMap<>();
  private final Map<Long, Integer> stated = new HashMap<>();
  private final Map<Integer, Integer> largest = new HashMap<>();
  private final Map<String, Grant> firsts = new HashMap<>();
  private final List<Grant> views = new ArrayList<>();

  Sizes(History history, Spans spans) {
    this.spans = spans;
    Map<Long, Event> begun = new HashMap<>();
    for (Event e : history.events()) {
      switch (e.kind()) {
        case ASK -> {
          stated.put(e.op(), e.want().size());
          largest.merge(e.name(), e.want().size(), Math::max);
        }
        case RESIZE -> begun.put(e.op(), e);
        case RESIZED, RESIZE_FAILED -> {
          Event call = begun.remove(e.op());
          if (call != null && (e.kind() == Kind.RESIZE_FAILED || e.a() == 1)) {
            add(call, e.kind() == Kind.RESIZED ? spans.wellAfter(e.at()) : spans.goneAfter(e.at()));
          }
        }
        default -> {}
      }
    }
    begun.values().forEach(call -> add(call, Long.MAX_VALUE));
    for (Grant g : Grant.all(history)) {
      if (g.stamp() == 0) {
        views.add(g);
      } else {
        firsts.putIfAbsent(g.name() + "/" + g.stamp(), g);
      }
    }
  }

  private void add(Event call, long to) {
    int size = (int) call.a();
    largest.merge(call.name(), size, Math::max);
    changes
        .computeIfAbsent(call.name(), name -> new ArrayList<>())
        .add(new Change(call.at(), to, size));
  }

  /** Of which hold a view is, and when that was granted, is not known. */
  Bound of(Grant grant) {
    Grant first = firsts.get(grant.name() + "/" + grant.stamp());
    if (first == null) {
      return new Bound(
          Long.MIN_VALUE, grant.granted(), largest.getOrDefault(grant.name(), Integer.MAX_VALUE));
    }
    long asked = askedAt(first);
    long from = asked;
    int most = first.want().size();
    for (Spans.Span span : spans.wanted(grant.name())) {
      if (Ops.sameClient(span.op(), first.op()) && span.overlaps(asked - 1, first.granted())) {
        from = Math.min(from, span.from());
        most = Math.max(most, stated.getOrDefault(span.op(), 0));
      }
    }
    most = Math.max(most, largestChange(grant.name(), from, first.granted()));
    return new Bound(from, first.granted(), most);
  }

  /** How many permits may be out beside it and with it, also if it was passed on. */
  int most(Grant grant) {
    Bound bound = of(grant);
    return Math.max(bound.most(), largestChange(grant.name(), bound.from(), grant.granted()));
  }

  /** When it was asked for, at the earliest: views, whose tokens are not known, may pass it on. */
  private long askedAt(Grant first) {
    long from = first.asked();
    for (int i = views.size() - 1; i >= 0; i--) {
      Grant view = views.get(i);
      boolean ofClient = view.name() == first.name() && Ops.sameClient(view.op(), first.op());
      if (ofClient && view.granted() < first.granted() && view.released() >= from) {
        from = Math.min(from, view.asked());
      }
    }
    return from;
  }

  private int largestChange(int name, long from, long to) {
    return changes.getOrDefault(name, List.of()).stream()
        .filter(change -> change.mayBeIn(from, to))
        .mapToInt(Change::size)
        .max()
        .orElse(0);
  }

  /**
   * When the last change that began before a moment, and left fewer permits than so many, was
   * surely made: whoever waited for so many lost its place; 0 if there was none.
   */
  long lastBelow(int name, int permits, long before) {
    return changes.getOrDefault(name, List.of()).stream()
        .filter(change -> change.size() < permits && change.from() < before)
        .mapToLong(Change::to)
        .max()
        .orElse(0);
  }

  /** Whether there may have been a change between two moments. */
  boolean mayChange(int name, long from, long to) {
    return changes.getOrDefault(name, List.of()).stream().anyMatch(c -> c.mayBeIn(from, to));
  }
}
