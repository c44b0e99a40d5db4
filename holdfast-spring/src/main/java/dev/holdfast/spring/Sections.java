package dev.holdfast.spring;

import dev.holdfast.Holdfast;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The sections of each thread, the innermost first. */
final class Sections {
  private static final ThreadLocal<@Nullable Deque<Section>> OF_THREAD = new ThreadLocal<>();

  private Sections() {}

  /** The section of the innermost locked method that runs on this thread. */
  static Optional<Section> innermost() {
    return all().stream().filter(Section::isRunning).findFirst();
  }

  /** Those that have not ended on this thread. */
  static Collection<Section> ofThread() {
    return List.copyOf(all());
  }

  /**
   * The section that has all of this already; null if none has any of it.
   *
   * @param sections the enclosing ones, the innermost first
   * @throws IllegalStateException if one has some of it, or has it in another way
   */
  static @Nullable Section covering(
      Collection<Section> sections, Holdfast client, List<Taken> wanted, String method) {
    for (Section section : sections) {
      if (section.covers(client, wanted)) {
        return section;
      }
    }
    for (Section section : sections) {
      String name = section.inTheWayOf(client, wanted);
      if (name != null) {
        throw new IllegalStateException(
            method
                + " asks for '"
                + name
                + "' where it is held, but not all of what is asked or in another way, and"
                + " would wait for itself: let the enclosing locked method take all that the inner"
                + " ones need");
      }
    }
    return null;
  }

  private static Deque<Section> all() {
    Deque<Section> sections = OF_THREAD.get();
    if (sections == null) {
      return new ArrayDeque<>(0);
    }
    sections.removeIf(Section::isEnded);
    return sections;
  }

  static void enter(Section section) {
    Deque<Section> sections = OF_THREAD.get();
    if (sections == null) {
      sections = new ArrayDeque<>();
      OF_THREAD.set(sections);
    }
    sections.push(section);
  }

  /** The same, unless it is there; whether it was not. */
  static boolean enterOnce(Section section) {
    Deque<Section> sections = OF_THREAD.get();
    if (sections != null && sections.contains(section)) {
      return false;
    }
    enter(section);
    return true;
  }

  /** Forgets what has ended; on the thread that entered, if it is still there. */
  static void leave(Section section) {
    section.end();
    forget(Section::isEnded);
  }

  /** Takes one off this thread, which goes on on others. */
  static void exit(Section section) {
    forget(each -> each == section);
  }

  private static void forget(Predicate<Section> which) {
    Deque<Section> sections = OF_THREAD.get();
    if (sections != null) {
      sections.removeIf(which);
      if (sections.isEmpty()) {
        OF_THREAD.remove();
      }
    }
  }
}
