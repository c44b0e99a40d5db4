package dev.holdfast.spring;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import reactor.util.context.Context;
import reactor.util.context.ContextView;

/** The sections of a pipeline, in its context, the innermost first. Needs Reactor. */
final class ReactiveSections {
  private static final Object KEY = ReactiveSections.class;

  private ReactiveSections() {}

  /** The section of the innermost locked method around a part of a pipeline. */
  static Optional<Section> innermost(ContextView context) {
    return all(context).stream().filter(Section::isRunning).findFirst();
  }

  /** What encloses a subscription: its pipeline's sections, then those of the thread. */
  static Collection<Section> enclosing(ContextView context) {
    List<Section> enclosing = new ArrayList<>(all(context));
    enclosing.addAll(Sections.ofThread());
    enclosing.removeIf(Section::isEnded);
    return enclosing;
  }

  static Context with(Context context, Section section) {
    List<Section> sections = new ArrayList<>();
    sections.add(section);
    sections.addAll(all(context));
    sections.removeIf(Section::isEnded);
    return context.put(KEY, List.copyOf(sections));
  }

  private static List<Section> all(ContextView context) {
    return context.getOrDefault(KEY, List.of());
  }
}
