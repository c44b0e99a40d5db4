package dev.holdfast.benchmarks.job;

import dev.holdfast.benchmarks.contender.Contender;
import dev.holdfast.benchmarks.contender.Contenders;
import dev.holdfast.benchmarks.contender.Section;
import dev.holdfast.benchmarks.run.Fields;
import dev.holdfast.benchmarks.run.Job;
import java.util.Map;

/** Opens a contender only when its turn begins, and locks one name so many times. */
public final class FirstLocksJob implements Job {
  private String contender = "";
  private String url = "";
  private String name = "";

  @Override
  public void open(Map<String, Object> settings) {
    contender = Fields.text(settings, "contender");
    url = Fields.text(settings, "redis");
    name = Fields.text(settings, "name");
  }

  @Override
  public Map<String, Object> run(Map<String, Object> turn, Start start) throws Exception {
    int locks = Fields.integer(turn, "locks");
    start.await();
    long begin = System.nanoTime();
    try (Contender opened = Contenders.open(contender, url, 1)) {
      Section section = opened.section(name);
      section.enter();
      section.leave();
      long first = System.nanoTime() - begin;
      for (int i = 1; i < locks; i++) {
        section.enter();
        section.leave();
      }
      return Map.of("firstNanos", first, "tookNanos", System.nanoTime() - begin);
    }
  }

  @Override
  public void close() {
    // Each turn closes what it opens.
  }
}
