package dev.holdfast.benchmarks.job;

import dev.holdfast.benchmarks.run.Fields;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * What came out of one turn of all processes of a crew.
 *
 * @param rate sections entered in a second, in time
 * @param entered sections entered in all
 * @param shares sections entered in time by each process, or by each thread of the only one
 * @param waited how long entering took
 * @param commands client commands sent, -1 if they were not counted
 * @param cpuSeconds CPU time of all processes
 */
public record Turn(
    double rate,
    long entered,
    List<Long> shares,
    Histogram waited,
    long commands,
    double cpuSeconds) {

  public static Turn of(List<Map<String, Object>> results, double seconds) {
    Histogram waited = Latencies.empty();
    List<Long> shares = new ArrayList<>();
    long entered = 0;
    long commands = 0;
    double cpuSeconds = 0;
    for (Map<String, Object> result : results) {
      waited.add(Latencies.parse(Fields.text(result, "waited")));
      entered += Fields.whole(result, "entered");
      long sent = Fields.whole(result, "commands");
      commands = sent < 0 || commands < 0 ? -1 : commands + sent;
      cpuSeconds += Fields.number(result, "cpuSeconds");
      List<Long> counted = Fields.wholes(result, "counted");
      shares.addAll(results.size() == 1 ? counted : List.of(sum(counted)));
    }
    return new Turn(sum(shares) / seconds, entered, shares, waited, commands, cpuSeconds);
  }

  private static long sum(List<Long> numbers) {
    return numbers.stream().mapToLong(Long::longValue).sum();
  }

  /** The largest share over the smallest; whoever got nothing counts as having got one. */
  public double fairness() {
    return (double) Collections.max(shares) / Math.max(1, Collections.min(shares));
  }
}
