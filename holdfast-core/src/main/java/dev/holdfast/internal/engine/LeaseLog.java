package dev.holdfast.internal.engine;

import dev.holdfast.internal.runtime.Isolated;
import dev.holdfast.internal.runtime.Timers;
import dev.holdfast.spi.Backoff;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the log says of leases that share a trouble. The first one is told of by its name and at
 * once. Those that follow are counted and told of together, now and then, as long as more come. So
 * an outage is a few lines for a client, however many leases it has; at DEBUG each of them has its
 * own. Thread-safe.
 */
public final class LeaseLog {
  private static final System.Logger LOG = System.getLogger("dev.holdfast");
  private static final Backoff PAUSES = new Backoff(Duration.ofSeconds(1), Duration.ofSeconds(30));
  private static final int NAMES = 3;

  private final Timers timers;
  private final Map<Event, Tally> tallies = new EnumMap<>(Event.class);

  LeaseLog(Timers timers) {
    this.timers = timers;
  }

  /** What many leases may have in common. */
  enum Event {
    UNANSWERED(Level.INFO, "renewals of %d more leases were not answered"),
    ANSWERED_AGAIN(Level.INFO, "renewals of %d more leases are answered again"),
    EXPIRED(Level.WARNING, "%d more leases were lost"),
    REFUSED(Level.WARNING, "%d more leases were lost"),
    SESSION_ENDED(Level.WARNING, "%d more leases were lost");

    private final Level level;
    private final String together;

    Event(Level level, String together) {
      this.level = level;
      this.together = together;
    }
  }

  /** Those that came since the last line. */
  private static final class Tally {
    final List<String> names = new ArrayList<>(NAMES);
    String last = "";
    int count;
    int lines;

    void add(String name, String line) {
      if (names.size() < NAMES) {
        names.add("'" + name + "'");
      }
      last = line;
      count++;
    }

    String take(Event event) {
      int others = count - names.size();
      String line =
          count == 1
              ? last
              : String.format(event.together, count)
                  + ": "
                  + String.join(", ", names)
                  + (others == 0 ? "" : " and " + others + " others")
                  + "; the last one: "
                  + last;
      names.clear();
      count = 0;
      lines++;
      return line;
    }
  }

  /** Something has happened to a lease. */
  void tell(Event event, String name, String line, @Nullable Throwable trace) {
    boolean first = note(event, name, line);
    Isolated.note(first ? event.level : Level.DEBUG, line, trace);
    if (first) {
      timers.after(PAUSES.nanos(0), () -> sumUp(event));
    }
  }

  private synchronized boolean note(Event event, String name, String line) {
    Tally tally = tallies.get(event);
    if (tally == null) {
      tallies.put(event, new Tally());
      return true;
    }
    tally.add(name, line);
    return false;
  }

  private void sumUp(Event event) {
    String line;
    long pause;
    synchronized (this) {
      Tally tally = tallies.get(event);
      if (tally == null || tally.count == 0) {
        tallies.remove(event); // it is over; the next one is told of at once
        return;
      }
      pause = PAUSES.nanos(tally.lines);
      line = tally.take(event);
    }
    LOG.log(event.level, line);
    timers.after(pause, () -> sumUp(event));
  }

  /** The client is closed: what has not been told is. */
  void close() {
    List<Event> open;
    synchronized (this) {
      open = List.copyOf(tallies.keySet());
    }
    open.forEach(this::sumUp);
  }
}
