package dev.holdfast.benchmarks.figure;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiFunction;

/**
 * Rates over a growing load, one line for each contender.
 *
 * @param id the scenario
 * @param lines rates by load, by contender
 */
public record Chart(
    String id,
    String title,
    String xTitle,
    String yTitle,
    Map<String, SortedMap<Integer, Double>> lines) {

  /** Lines of the median rates of the rows that a function names. */
  public static Map<String, SortedMap<Integer, Double>> lines(
      Figures figures,
      List<String> contenders,
      List<Integer> loads,
      BiFunction<String, Integer, String> row) {
    Map<String, SortedMap<Integer, Double>> lines = new LinkedHashMap<>();
    for (String contender : contenders) {
      SortedMap<Integer, Double> line = new TreeMap<>();
      for (int load : loads) {
        figures
            .summary(row.apply(contender, load), Figure.RATE)
            .ifPresent(rate -> line.put(load, rate));
      }
      if (!line.isEmpty()) {
        lines.put(contender, line);
      }
    }
    return lines;
  }
}
