package dev.holdfast.lab.sim;

import dev.holdfast.LockInfo;
import dev.holdfast.Owner;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the server granted to whom, in order, seen by looking at it before and after everything it
 * does.
 */
final class Ledger {
  /** A token is a stamp and the number of a lend. */
  static final long LENDS = 4096;

  private final VirtualTime time;
  private final Backend backend;
  private final Findings findings;
  private final GrantWatch watch;
  private final Map<String, Book> books = new LinkedHashMap<>();
  private boolean byRepetition;

  Ledger(
      VirtualTime time,
      Backend backend,
      Iterable<String> names,
      Findings findings,
      GrantWatch watch) {
    this.time = time;
    this.backend = backend;
    this.findings = findings;
    this.watch = watch;
    names.forEach(name -> books.put(name, new Book(name)));
  }

  /** Who hears of grants. */
  interface GrantWatch {
    void granted(String name, Grant grant);
  }

  /** One grant of the server. */
  static final class Grant {
    final String attempt;
    final int number;

    /** When the store ends it unless it is renewed; as far as was seen. */
    long expiry;

    /** Since when another client has waited for the name, without a gap. */
    long awaitedSince = Long.MAX_VALUE;

    /** Since when its client has lent it; from then on it must keep in contact. */
    long lentSince = Long.MAX_VALUE;

    /** Whether it is over; an end by time is seen at the next look. */
    boolean ended;

    /** Whether the store may have broken its word for it: data loss, a clock jump, an operator. */
    boolean isVoid;

    private long stamp;

    Grant(String attempt, int number, long stamp) {
      this.attempt = attempt;
      this.number = number;
      this.stamp = stamp;
    }
  }

  private static final class Book {
    final String name;
    final Map<Long, Grant> byStamp = new HashMap<>();
    final Set<String> everQueued = new HashSet<>();
    final Set<String> bornOfRepetition = new HashSet<>();
    int grants;
    long highestStamp;
    List<String> waiters = List.of();
    @Nullable Grant present;

    Book(String name) {
      this.name = name;
    }
  }

  /** The grant that a token comes from, if the server ever made it. */
  @Nullable Grant grantOf(String name, long token) {
    Book book = books.get(name);
    return book == null ? null : book.byStamp.get(token / LENDS);
  }

  /** What is granted now was granted under conditions that do not hold any more. */
  void breakPromises() {
    books.values().forEach(book -> book.byStamp.values().forEach(grant -> grant.isVoid = true));
  }

  void breakPromises(String name) {
    Book book = books.get(name);
    if (book != null) {
      book.byStamp.values().forEach(grant -> grant.isVoid = true);
    }
  }

  /** What the next look finds new was made by a message that arrived again. */
  void repeated() {
    byRepetition = true;
  }

  void look() {
    look(books.keySet());
  }

  /** Looks at these names; nothing happened to others. */
  void look(Collection<String> names) {
    boolean repetition = byRepetition;
    byRepetition = false;
    for (String name : names) {
      Book book = books.get(name);
      if (book != null) {
        look(book, Stages.join(backend.admin().inspect(name)), repetition);
      }
    }
  }

  private void look(Book book, LockInfo info, boolean repetition) {
    List<String> before = book.waiters;
    List<String> waiters = new ArrayList<>(info.waiters().size());
    for (Owner waiter : info.waiters()) {
      waiters.add(waiter.id());
      book.everQueued.add(waiter.id());
      if (repetition && !before.contains(waiter.id())) {
        book.bornOfRepetition.add(waiter.id());
      }
    }
    book.waiters = waiters;
    Grant present = book.present;
    LockInfo.Hold hold = info.hold().orElse(null);
    if (hold == null) {
      if (present != null) {
        present.ended = true;
      }
      return;
    }
    String attempt = hold.owner().id();
    long stamp = hold.token() / LENDS;
    boolean same = present != null && present.attempt.equals(attempt);
    if (present != null && same && present.stamp == stamp) {
      if (present.ended && !present.isVoid && !hold.kept()) {
        findings.add(
            "R2", "the hold of " + Trace.shortened(attempt) + " came back after it had ended");
      }
    } else if (present != null && same && !present.ended) {
      restamped(book, present, stamp);
    } else {
      present = granted(book, attempt, stamp, before, repetition);
    }
    present.expiry = time.now() + hold.remaining().toNanos();
    present.ended = false;
    if (hold.kept()) {
      present.ended = true;
    } else if (waiters.contains(attempt)) {
      findings.add("A3", Trace.shortened(attempt) + " holds and waits for itself");
    }
    if (waiters.isEmpty()) {
      present.awaitedSince = Long.MAX_VALUE;
    } else if (present.awaitedSince == Long.MAX_VALUE) {
      present.awaitedSince = time.now();
    }
  }

  private void restamped(Book book, Grant present, long stamp) {
    checkGrowth(book, present.attempt, stamp);
    present.stamp = stamp;
    book.byStamp.put(stamp, present);
  }

  private Grant granted(
      Book book, String attempt, long stamp, List<String> before, boolean repetition) {
    Grant former = book.present;
    if (former != null) {
      former.ended = true;
    }
    checkGrowth(book, attempt, stamp);
    checkOrder(book, attempt, before);
    Grant made = new Grant(attempt, book.grants++, stamp);
    book.present = made;
    book.byStamp.put(stamp, made);
    if (repetition) {
      book.bornOfRepetition.add(attempt);
    }
    watch.granted(book.name, made);
    return made;
  }

  private void checkGrowth(Book book, String attempt, long stamp) {
    if (stamp <= book.highestStamp) {
      findings.add(
          "F1",
          "the store granted "
              + Texts.name(book.name)
              + " to "
              + Trace.shortened(attempt)
              + " with stamp "
              + stamp
              + ", but had granted "
              + book.highestStamp
              + " before");
    }
    book.highestStamp = Math.max(book.highestStamp, stamp);
  }

  private void checkOrder(Book book, String attempt, List<String> before) {
    int place = before.indexOf(attempt);
    if (place < 0 && book.everQueued.contains(attempt)) {
      return; // it came to wait before, and was dead for a while
    }
    for (String earlier : place < 0 ? before : before.subList(0, place)) {
      if (book.waiters.contains(earlier)) {
        findings.add(
            "W3",
            "the store granted "
                + Texts.name(book.name)
                + " to "
                + Trace.shortened(attempt)
                + " though "
                + Trace.shortened(earlier)
                + " was before it in the queue");
      }
    }
  }

  /** Attempts that hold or wait in the store now, but for those that a repeated message made. */
  List<String> leftovers(boolean alsoOfRepetitions) {
    look();
    List<String> left = new ArrayList<>();
    for (Book book : books.values()) {
      Grant present = book.present;
      List<String> here = new ArrayList<>(book.waiters);
      if (present != null && !present.ended) {
        here.add(present.attempt);
      }
      for (String attempt : here) {
        if (alsoOfRepetitions || !book.bornOfRepetition.contains(attempt)) {
          left.add(attempt);
        }
      }
    }
    return left;
  }
}
