package dev.holdfast.gates;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Which nodes of a graph reach each other: its strongly connected components, by Tarjan. */
final class Circles {
  private static final int CUTS_TOLD = 5;

  private final Map<String, Set<String>> graph;
  private final Map<String, Integer> found = new HashMap<>(); // the number of each node, as reached
  private final Map<String, Integer> lowest = new HashMap<>(); // that each reaches on the path
  private final Deque<String> path = new ArrayDeque<>();
  private final Set<String> onPath = new HashSet<>();
  private final List<Set<String>> circles = new ArrayList<>();

  private Circles(Map<String, Set<String>> graph) {
    this.graph = graph;
  }

  /** The circles of more than one node, the largest first. */
  static List<Set<String>> of(Map<String, Set<String>> graph) {
    Circles search = new Circles(graph);
    for (String node : graph.keySet()) {
      if (!search.found.containsKey(node)) {
        search.visit(node);
      }
    }
    search.circles.sort(Comparator.comparingInt(c -> -c.size()));
    return search.circles;
  }

  /** How many nodes the largest circle has; 1 if there is none. */
  static int largest(Map<String, Set<String>> graph) {
    return of(graph).stream().mapToInt(Set::size).findFirst().orElse(1);
  }

  /** A graph without these nodes. */
  static Map<String, Set<String>> without(Map<String, Set<String>> graph, Set<String> nodes) {
    Map<String, Set<String>> rest = new TreeMap<>();
    graph.forEach(
        (node, others) -> {
          if (!nodes.contains(node)) {
            Set<String> left = new TreeSet<>(others);
            left.removeAll(nodes);
            rest.put(node, left);
          }
        });
    return rest;
  }

  private void visit(String node) {
    int number = found.size();
    found.put(node, number);
    lowest.put(node, number);
    path.push(node);
    onPath.add(node);
    for (String next : graph.getOrDefault(node, Set.of())) {
      if (!found.containsKey(next)) {
        visit(next);
        lowest.merge(node, lowest.getOrDefault(next, number), Math::min);
      } else if (onPath.contains(next)) {
        lowest.merge(node, found.getOrDefault(next, number), Math::min);
      }
    }
    if (lowest.getOrDefault(node, number) == number) {
      takeFromPath(node);
    }
  }

  private void takeFromPath(String first) {
    Set<String> circle = new TreeSet<>();
    String node;
    do {
      node = path.pop();
      onPath.remove(node);
      circle.add(node);
    } while (!node.equals(first));
    if (circle.size() > 1) {
      circles.add(circle);
    }
  }

  /** The references on a circle, and those of them without which the largest rest is smallest. */
  static String tell(Map<String, Set<String>> graph, Set<String> circle) {
    Map<String, Set<String>> inside = new TreeMap<>();
    circle.forEach(
        node -> {
          Set<String> others = new TreeSet<>(graph.getOrDefault(node, Set.of()));
          others.retainAll(circle);
          inside.put(node, others);
        });
    String references =
        inside.entrySet().stream()
            .map(e -> "    " + simple(e.getKey()) + " -> " + simple(e.getValue()))
            .collect(Collectors.joining("\n"));
    String cuts = bestCuts(inside).stream().map(c -> "    " + c).collect(Collectors.joining("\n"));
    return references + "\n  without one of these references, so many would be left:\n" + cuts;
  }

  private static List<String> bestCuts(Map<String, Set<String>> circle) {
    Map<String, Integer> left = new TreeMap<>();
    circle.forEach(
        (node, others) -> {
          for (String other : others) {
            Map<String, Set<String>> cut = new TreeMap<>(circle);
            cut.put(
                node, others.stream().filter(o -> !o.equals(other)).collect(Collectors.toSet()));
            left.put(simple(node) + " -> " + simple(other), largest(cut));
          }
        });
    return left.entrySet().stream()
        .sorted(Map.Entry.comparingByValue())
        .limit(CUTS_TOLD)
        .map(e -> e.getKey() + ": " + e.getValue())
        .toList();
  }

  private static String simple(String type) {
    return type.substring(type.lastIndexOf('.') + 1);
  }

  private static String simple(Set<String> types) {
    return types.stream().map(Circles::simple).collect(Collectors.joining(", "));
  }
}
