package dev.holdfast.internal;

import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The lines of one client, by name: those of locks and those of semaphores, since a name is one or
 * the other, and the store says which if programs disagree. Thread-safe.
 */
final class Lines {
  private final ConcurrentHashMap<String, Line> locks = new ConcurrentHashMap<>();
  private final ConcurrentHashMap<String, Line> semaphores = new ConcurrentHashMap<>();

  private ConcurrentHashMap<String, Line> of(Terms terms) {
    return terms.isCounted() ? semaphores : locks;
  }

  /** The line of those who ask for this name in such terms; a new one if there is none. */
  Line get(String name, Terms terms, Engine engine) {
    return of(terms).computeIfAbsent(name, n -> new Line(n, engine));
  }

  /** The same if there is one. */
  @Nullable Line known(String name, Terms terms) {
    return of(terms).get(name);
  }

  void remove(Line line) {
    boolean unused = locks.remove(line.name, line) || semaphores.remove(line.name, line);
  }

  void forEach(Consumer<Line> action) {
    locks.values().forEach(action);
    semaphores.values().forEach(action);
  }

  /** Those of one name. */
  void forEach(String name, Consumer<Line> action) {
    accept(locks.get(name), action);
    accept(semaphores.get(name), action);
  }

  private static void accept(@Nullable Line line, Consumer<Line> action) {
    if (line != null) {
      action.accept(line);
    }
  }
}
