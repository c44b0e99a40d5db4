package dev.holdfast.benchmarks.report;

import dev.holdfast.benchmarks.server.RedisServer;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/** What figures were measured on; without it they mean nothing. */
public record Machine(String cpu, int cores, String os, String java, String redis, double load) {
  private static final Path CPU_INFO = Path.of("/proc/cpuinfo");

  public static Machine here(RedisServer server) {
    return new Machine(
        processor(),
        Runtime.getRuntime().availableProcessors(),
        System.getProperty("os.name") + " " + System.getProperty("os.version"),
        String.valueOf(Runtime.version()),
        server.version(),
        ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
  }

  public String line() {
    return String.format(
        Locale.ROOT,
        "%s, %d cores, %s, Java %s, Redis %s, load average %.2f",
        cpu,
        cores,
        os,
        java,
        redis,
        load);
  }

  Map<String, Object> fields() {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("cpu", cpu);
    fields.put("cores", cores);
    fields.put("os", os);
    fields.put("java", java);
    fields.put("redis", redis);
    fields.put("load", load);
    return fields;
  }

  private static String processor() {
    try (Stream<String> lines = Files.lines(CPU_INFO)) {
      return lines
          .filter(line -> line.startsWith("model name"))
          .findFirst()
          .map(line -> line.substring(line.indexOf(':') + 1).strip())
          .orElse(System.getProperty("os.arch"));
    } catch (IOException none) {
      return System.getProperty("os.arch");
    }
  }
}
