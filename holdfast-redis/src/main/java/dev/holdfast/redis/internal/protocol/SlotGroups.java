package dev.holdfast.redis.internal.protocol;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * Requests divided into groups that may share a script: neighbours, or on a cluster those whose
 * keys share a slot; and the way back from the groups' answers to the order of the requests.
 *
 * @param <T> a request
 */
public final class SlotGroups<T> {
  private final List<List<T>> groups = new ArrayList<>();
  private final int[] places;

  private SlotGroups(List<T> requests, int[] places, int[] ends) {
    this.places = places;
    int from = 0;
    for (int end : ends) {
      List<T> group = new ArrayList<>(end - from);
      for (int i = from; i < end; i++) {
        group.add(requests.get(places[i]));
      }
      groups.add(group);
      from = end;
    }
  }

  /** Any may share a script, up to this number of them. */
  public static <T> SlotGroups<T> ofNeighbours(List<T> requests, int most) {
    int size = requests.size();
    int[] ends =
        IntStream.range(0, (size + most - 1) / most)
            .map(group -> Math.min(size, (group + 1) * most))
            .toArray();
    return new SlotGroups<>(requests, IntStream.range(0, size).toArray(), ends);
  }

  /** Only those may share a script whose keys share a slot. */
  static <T> SlotGroups<T> ofSlots(List<T> requests, Function<T, byte[]> key, int most) {
    Map<Integer, List<Integer>> slots = new TreeMap<>();
    for (int i = 0; i < requests.size(); i++) {
      slots.computeIfAbsent(Slot.of(key.apply(requests.get(i))), s -> new ArrayList<>(1)).add(i);
    }
    int[] places = new int[requests.size()];
    List<Integer> ends = new ArrayList<>();
    int at = 0;
    for (List<Integer> slot : slots.values()) {
      for (int i = 0; i < slot.size(); i++) {
        places[at++] = slot.get(i);
        if (i == slot.size() - 1 || i % most == most - 1) {
          ends.add(at);
        }
      }
    }
    return new SlotGroups<>(requests, places, ends.stream().mapToInt(Integer::intValue).toArray());
  }

  public List<List<T>> groups() {
    return groups;
  }

  /** Brings the answers to all groups, one after the other, into the order of the requests. */
  <R> List<R> inOrder(List<R> answers) {
    List<R> ordered = new ArrayList<>(answers);
    for (int i = 0; i < places.length; i++) {
      ordered.set(places[i], answers.get(i));
    }
    return ordered;
  }
}
