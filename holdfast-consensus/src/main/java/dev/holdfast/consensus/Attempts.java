package dev.holdfast.consensus;

import dev.holdfast.spi.StoreListener;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A client's attempts: those that live, marks of some that ended, and those that ended while
 * something was under way which makes their nodes. Marks need no node: an attempt has one client,
 * so an acquire that was overtaken by its release is met here. Thread-safe.
 */
final class Attempts {
  private static final int MARKS_BEFORE_A_CLEARANCE = 256;
  private static final long BROKEN_MARK_NANOS = TimeUnit.MINUTES.toNanos(5);

  private static final String FORGOTTEN =
      "the store has lost its data or it was deleted: it does not know of this grant any more";

  private final StoreListener listener;
  private final SessionTicker ticker;
  private final Map<Key, Attempt> live = new ConcurrentHashMap<>();
  private final Map<Key, Attempt> unsure = new ConcurrentHashMap<>();
  private final Map<Key, Mark> marks = new ConcurrentHashMap<>();

  Attempts(StoreListener listener, SessionTicker ticker) {
    this.listener = listener;
    this.ticker = ticker;
  }

  @Nullable Attempt get(String name, String id) {
    return live.get(new Key(name, id));
  }

  /**
   * The attempt of this id: the one that is known, or else this one, which is known from now on.
   */
  Attempt add(Attempt attempt) {
    Attempt known = live.putIfAbsent(Key.of(attempt), attempt);
    return known == null ? attempt : known;
  }

  /** Forgets an attempt, which is over. */
  void remove(Attempt attempt) {
    live.remove(Key.of(attempt), attempt);
    end(attempt);
  }

  private void end(Attempt attempt) {
    attempt.end();
    if (attempt.mayBeMade() && !attempt.session.hasEnded()) {
      unsure.put(Key.of(attempt), attempt);
      CompletableFuture<Boolean> unused = settle(attempt.name, attempt.id);
    }
  }

  /** Sees to it that the node of an attempt which ended is not made any more. */
  CompletableFuture<Boolean> settle(String name, String id) {
    Key key = new Key(name, id);
    Attempt attempt = unsure.get(key);
    if (attempt == null) {
      return CompletableFuture.completedFuture(false);
    }
    if (attempt.session.hasEnded()) {
      unsure.remove(key, attempt);
      return CompletableFuture.completedFuture(false);
    }
    return attempt
        .session
        .refuse(name, id)
        .thenApply(
            found -> {
              unsure.remove(key, attempt);
              return found;
            });
  }

  /** Whether an attempt has ended, so that it must not be granted any more. */
  boolean hasMark(String name, String id) {
    return marks.containsKey(new Key(name, id));
  }

  boolean wasBroken(String name, String id) {
    Mark mark = marks.get(new Key(name, id));
    return mark != null && mark.broken;
  }

  void mark(String name, String id, long millis) {
    put(new Key(name, id), new Mark(false, ticker.nanos() + TimeUnit.MILLISECONDS.toNanos(millis)));
  }

  /** Ends an attempt whose node was taken away. */
  void broken(Attempt attempt) {
    if (endGone(attempt, true)) {
      listener.broken(attempt.name, attempt.id);
    }
  }

  /** Ends an attempt whose node went with the data of its name. */
  void forgotten(Attempt attempt) {
    if (endGone(attempt, false)) {
      listener.sessionEnded(attempt.name, attempt.id, FORGOTTEN);
    }
  }

  private boolean endGone(Attempt attempt, boolean broken) {
    boolean news = live.remove(Key.of(attempt), attempt);
    if (news) {
      put(Key.of(attempt), new Mark(broken, ticker.nanos() + BROKEN_MARK_NANOS));
      end(attempt);
    }
    return news;
  }

  /** Ends all attempts whose nodes end with a session, and gives them. */
  List<Attempt> sessionEnded(CoordinationSession session, String why) {
    List<Attempt> ended = new ArrayList<>();
    for (Attempt attempt : List.copyOf(live.values())) {
      if (attempt.session == session && live.remove(Key.of(attempt), attempt)) {
        put(Key.of(attempt), new Mark(false, ticker.nanos() + BROKEN_MARK_NANOS));
        attempt.end();
        unsure.remove(Key.of(attempt));
        ended.add(attempt);
        listener.sessionEnded(attempt.name, attempt.id, why);
      }
    }
    return ended;
  }

  /** Forgets all that live, and gives them. */
  List<Attempt> clear() {
    List<Attempt> all = new ArrayList<>(live.values());
    all.forEach(this::remove);
    return all;
  }

  private void put(Key attempt, Mark mark) {
    if (marks.size() >= MARKS_BEFORE_A_CLEARANCE) {
      long now = ticker.nanos();
      marks.values().removeIf(old -> old.untilNanos - now <= 0);
    }
    marks.put(attempt, mark);
  }

  private record Key(String name, String id) {
    static Key of(Attempt attempt) {
      return new Key(attempt.name, attempt.id);
    }
  }

  private record Mark(boolean broken, long untilNanos) {}
}
