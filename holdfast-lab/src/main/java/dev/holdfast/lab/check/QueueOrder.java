package dev.holdfast.lab.check;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * W3: between clients, first come, first served, while nothing is wrong.
 *
 * <p>A client takes one place in the store's queue for all its requests of a name, and none while
 * it holds it. So a client is overtaken if another one, which asked for nothing of that name at
 * some moment when the first had been waiting for long enough to be in the queue, is granted before
 * it. What a client lends to itself is part of the turn that it took before; turns are known by the
 * stamps in the tokens. Readers are let in together, so that none overtakes another; who wants few
 * permits may not overtake who wants many, unless there were fewer than those for a while, so that
 * its place was gone.
 *
 * <p>Who asks for several names surely waits for the first of them only, and may have that one
 * while it waits for another: so it is judged as one who waits for the first, and only if no other
 * request of its client for several names can have had it meanwhile. That it overtakes is judged
 * for each of its names, if its client had none of it at some moment since.
 */
public final class QueueOrder implements Check {
  /** Beside the time for which the waiter's process did not run. */
  private static final long QUEUED_NANOS = 800_000_000;

  private final boolean well;

  /** Of a history in which nothing was wrong at any time, or else something was. */
  public QueueOrder(boolean well) {
    this.well = well;
  }

  /**
   * @param released when it was given back; of what was given up, when surely
   */
  private record Ask(
      int client,
      Want want,
      long from,
      long to,
      boolean granted,
      long released,
      long stamp,
      boolean changed,
      long op) {
    /** Whether a place of its client is for the other too. */
    boolean sharesPlaceWith(Ask other) {
      return op == other.op || (want.isAlone() && want.equals(other.want));
    }

    /**
     * Until when its client may have the name by it, if what it had can have been passed on with
     * another stamp: several names have the highest of theirs, and what was given up had one that
     * nobody saw.
     */
    long had(Ask next) {
      boolean seen = want.isAlone() && (next.want.isAlone() || !granted);
      return seen ? to : released;
    }
  }

  @Override
  public List<Violation> violations(History history) {
    Map<Integer, List<Ask>> asks = asks(history);
    Sizes sizes = new Sizes(history, new Spans(history));
    List<Violation> violations = new ArrayList<>();
    asks.forEach(
        (name, of) -> {
          for (Ask waiter : of) {
            boolean longEnough = waiter.to() - waiter.from() > QUEUED_NANOS;
            boolean first = waiter.want().part() == 0;
            if (first && waiter.granted() && longEnough && isCalm(waiter, history)) {
              look(name, waiter, of, sizes, history).ifPresent(violations::add);
            }
          }
        });
    return violations;
  }

  private boolean isCalm(Ask waiter, History history) {
    long heal = history.last(Happening.Type.HEAL);
    return well
        || waiter.to() < history.first(Happening.Type.INJECT)
        || waiter.from() > heal + linger(history);
  }

  /** For how long what was given up, or was in trouble, may go on. */
  private static long linger(History history) {
    return history.lease().toNanos() + 1_000_000_000;
  }

  private static Optional<Violation> look(
      int name, Ask waiter, List<Ask> all, Sizes sizes, History history) {
    long placed = placed(waiter, all);
    for (Ask turn : all) {
      long gone = sizes.lastBelow(name, waiter.want().permits(), turn.to());
      long since = Math.max(placed, gone);
      boolean later = turn.from() - QUEUED_NANOS > since;
      boolean between = later && turn.granted() && turn.to() < waiter.to();
      if (between
          && turn.client() != waiter.client()
          && !turn.want().maySharePlaceWith(waiter.want())
          && turn.stamp() != 0 // a view has no token, so that its turn is not known
          && !turn.changed() // who holds already changes sides before all who wait
          && isBefore(turn, waiter)
          && begins(turn, all)
          && cameLater(turn, queued(waiter, since, turn, history), all)
          && !served(waiter, turn, all)) {
        return Optional.of(violation(name, waiter, turn));
      }
    }
    return Optional.empty();
  }

  /** When the waiter was surely in the queue, if it was so before this turn was asked for. */
  private static long queued(Ask waiter, long since, Ask turn, History history) {
    return since + QUEUED_NANOS + history.stood(waiter.op(), since, turn.from());
  }

  /**
   * Whether it was granted first. Of two who hold together, who hears of it first says nothing; if
   * one of them is a view, it is not known.
   */
  private static boolean isBefore(Ask turn, Ask waiter) {
    return waiter.stamp() == 0
        ? turn.want().excludes(waiter.want())
        : turn.stamp() < waiter.stamp();
  }

  /**
   * When its client's place can have become its own: a place is for who comes first within the
   * client, and only for those behind it who ask for the same.
   */
  private static long placed(Ask waiter, List<Ask> all) {
    return all.stream()
        .filter(a -> a.client() == waiter.client() && !a.sharesPlaceWith(waiter))
        .filter(a -> a.from() <= waiter.from() && a.to() > waiter.from())
        .mapToLong(Ask::to)
        .max()
        .orElse(waiter.from());
  }

  /** Whether this is the first grant of its stamp: not lent. */
  private static boolean begins(Ask turn, List<Ask> all) {
    return all.stream()
        .noneMatch(a -> a.granted() && a.stamp() == turn.stamp() && a.to() < turn.to());
  }

  /** Whether its client had asked for nothing at some moment since then. */
  private static boolean cameLater(Ask turn, long since, List<Ask> all) {
    long from = turn.from();
    boolean moved = true;
    while (moved) {
      moved = false;
      for (Ask a : all) {
        if (a.client() == turn.client() && a.from() < from && a.had(turn) >= from) {
          from = a.from();
          moved = true;
        }
      }
    }
    return from > since;
  }

  /** Whether the waiter's own client held meanwhile: then it has come to the queue anew. */
  private static boolean served(Ask waiter, Ask turn, List<Ask> all) {
    return all.stream()
        .filter(a -> a.client() == waiter.client() && a.op() != waiter.op())
        .anyMatch(a -> a.want().isAlone() ? held(a, waiter, turn) : mayHold(a, waiter, turn));
  }

  private static boolean held(Ask a, Ask waiter, Ask turn) {
    return a.granted() && a.released() > waiter.from() && a.to() < turn.to();
  }

  /** It may have had this name, and waited for another. */
  private static boolean mayHold(Ask a, Ask waiter, Ask turn) {
    return a.from() < turn.to() && a.had(waiter) > waiter.from();
  }

  private static Map<Integer, List<Ask>> asks(History history) {
    Map<Long, Long> released = new HashMap<>();
    for (Event e : history.events()) {
      if (e.kind() == Kind.RELEASED || e.kind() == Kind.RELEASE_FAILED) {
        released.put(e.op(), e.at());
      }
    }
    Map<Long, Event> open = new HashMap<>();
    Map<Integer, List<Ask>> asks = new HashMap<>();
    for (Event e : history.events()) {
      switch (e.kind()) {
        case ASK -> open.put(e.op(), e);
        case GRANTED, NOT_GRANTED, INTERRUPTED, FAILED -> {
          Event ask = open.remove(e.op());
          if (ask != null) {
            asks.computeIfAbsent(e.name(), name -> new ArrayList<>())
                .add(
                    new Ask(
                        Ops.client(e.op()),
                        ask.want(),
                        ask.at(),
                        e.at(),
                        e.kind() == Kind.GRANTED,
                        e.kind() == Kind.GRANTED
                            ? released.getOrDefault(e.op(), Long.MAX_VALUE)
                            : e.at() + linger(history),
                        Grant.stamp(e.token()),
                        ask.way() == Event.CHANGED,
                        e.op()));
          }
        }
        default -> {}
      }
    }
    return asks;
  }

  private static Violation violation(int name, Ask waiter, Ask turn) {
    return new Violation(
        "W3",
        "n%d: %s had waited for %d ms when %s asked, and was overtaken by it"
            .formatted(
                name,
                Ops.text(waiter.op()),
                (turn.from() - waiter.from()) / 1_000_000,
                Ops.text(turn.op())),
        name,
        turn.to(),
        List.of(waiter.op(), turn.op()));
  }
}
