package dev.holdfast.benchmarks.run;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * A process that runs a {@link Job}. Orders come as lines of JSON on its standard input, answers go
 * as lines of JSON to its standard output. It ends when its input does, so that it never outlives
 * whoever started it.
 */
public final class Worker {
  private static final com.sun.management.OperatingSystemMXBean SYSTEM =
      ManagementFactory.getPlatformMXBean(com.sun.management.OperatingSystemMXBean.class);

  private final Job job;
  private final PrintStream answers;
  private final BlockingQueue<String> orders = new LinkedBlockingQueue<>();
  private long cpuNanos;

  private Worker(Job job, PrintStream answers) {
    this.job = job;
    this.answers = answers;
  }

  /** Serves the job of the class that the only argument names. */
  public static void main(String[] arguments) throws Exception {
    PrintStream answers = System.out;
    System.setOut(System.err); // libraries may print; answers must stay whole
    Job job =
        Class.forName(arguments[0]).asSubclass(Job.class).getDeclaredConstructor().newInstance();
    Worker worker = new Worker(job, answers);
    Thread reader = new Thread(worker::read, "orders");
    reader.setDaemon(true);
    reader.start();
    worker.serve();
    System.exit(0);
  }

  private void read() {
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      String line = lines.readLine();
      while (line != null) {
        orders.add(line);
        line = lines.readLine();
      }
    } catch (IOException broken) {
      // Nobody gives orders any more, whatever the reason.
    }
    Runtime.getRuntime().halt(1);
  }

  private void serve() throws Exception {
    while (true) {
      Map<String, Object> order = JSON.std.mapFrom(orders.take());
      String verb = String.valueOf(order.get("do"));
      try {
        answer(obey(verb, order));
      } catch (Exception | LinkageError | AssertionError failure) {
        failure.printStackTrace();
        answer(Map.of("error", String.valueOf(failure)));
      }
      if (verb.equals("end")) {
        return;
      }
    }
  }

  private Map<String, Object> obey(String verb, Map<String, Object> order) throws Exception {
    switch (verb) {
      case "open" -> job.open(order);
      case "run" -> {
        cpuNanos = SYSTEM.getProcessCpuTime();
        Map<String, Object> result = new HashMap<>(job.run(order, this::awaitStart));
        result.put("cpuSeconds", (SYSTEM.getProcessCpuTime() - cpuNanos) / 1e9);
        return result;
      }
      case "memory" -> {
        return memory();
      }
      case "end" -> job.close();
      default -> throw new IllegalArgumentException("'" + verb + "' is no order");
    }
    return Map.of();
  }

  private void awaitStart() throws InterruptedException, IOException {
    answer(Map.of("ready", true));
    orders.take();
    cpuNanos = SYSTEM.getProcessCpuTime();
  }

  /** What is live on the heap, and how many threads there are. */
  private static Map<String, Object> memory() {
    for (int i = 0; i < 3; i++) {
      System.gc(); // soft and weak references, cleaners: one collection is not enough
    }
    Runtime runtime = Runtime.getRuntime();
    return Map.of(
        "heapBytes",
        runtime.totalMemory() - runtime.freeMemory(),
        "threads",
        ManagementFactory.getThreadMXBean().getThreadCount());
  }

  private void answer(Map<String, Object> answer) throws IOException {
    answers.println(JSON.std.asString(answer));
    answers.flush();
  }
}
