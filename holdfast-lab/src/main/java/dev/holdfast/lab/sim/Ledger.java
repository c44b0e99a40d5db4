package dev.holdfast.lab.sim;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
  private final Map<String, Book> books = new LinkedHashMap<>();
  private final AskedStore.Notes notes = new AskedStore.Notes();
  private boolean byRepetition;

  Ledger(
      VirtualTime time, Backend backend, Iterable<String> names, Findings findings, Watch watch) {
    this.time = time;
    this.backend = backend;
    names.forEach(name -> books.put(name, new Book(name, notes, findings, watch)));
  }

  /** Who hears of grants. */
  interface Watch {
    /** It was made, or changed from exclusive to shared or back. */
    void granted(String name, Grant grant);

    /** It is not in the store any more. */
    void ended(String name, Grant grant);
  }

  /** The stamp that a token comes from, if the server ever gave it. */
  Book.@Nullable Stamped stampOf(String name, long token) {
    Book book = books.get(name);
    return book == null ? null : book.of(token / LENDS);
  }

  /** For whoever sees what clients ask. */
  AskedStore.Notes notes() {
    return notes;
  }

  /** What is granted now was granted under conditions that do not hold any more. */
  void breakPromises() {
    books.values().forEach(Book::breakPromises);
    notes.over().clear();
  }

  void breakPromises(String name) {
    Book book = books.get(name);
    if (book != null) {
      book.breakPromises();
    }
  }

  /** What the next look finds new was made by a message that arrived again. */
  void repeated() {
    byRepetition = true;
  }

  void look() {
    look(books.keySet());
  }

  /** Looks after a request: whoever there is room for has been let in to what it settled. */
  void lookAfter(Collection<String> names, Collection<String> settled) {
    look(names);
    for (String name : settled) {
      Book book = books.get(name);
      if (book != null) {
        book.checkRoom();
      }
    }
  }

  /** Looks at these names; nothing happened to others. */
  void look(Collection<String> names) {
    boolean repetition = byRepetition;
    byRepetition = false;
    for (String name : names) {
      Book book = books.get(name);
      if (book != null) {
        book.look(Stages.join(backend.admin().inspect(name)), repetition, time.now());
      }
    }
  }

  /** Attempts that hold or wait in the store now, but for those that a repeated message made. */
  List<String> leftovers(boolean alsoOfRepetitions) {
    look();
    List<String> left = new ArrayList<>();
    books.values().forEach(book -> left.addAll(book.leftovers(alsoOfRepetitions)));
    return left;
  }
}
