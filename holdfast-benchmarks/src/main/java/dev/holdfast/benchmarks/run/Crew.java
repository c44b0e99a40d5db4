package dev.holdfast.benchmarks.run;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The processes that work together for one contender, one after the other silent between turns. */
public final class Crew implements AutoCloseable {
  private static final long OPEN_SECONDS = 90;
  private static final long ANSWER_SECONDS = 120;

  private final List<WorkerProcess> workers = new ArrayList<>();

  private Crew() {}

  /** Starts so many processes with the Java that runs this one, and opens their jobs. */
  public static Crew start(
      Run run, Class<? extends Job> job, int processes, Map<String, Object> settings)
      throws IOException, InterruptedException {
    return start(run, Jvm.usual(), job, processes, settings);
  }

  /** The same on a JVM of the caller's choice. */
  public static Crew start(
      Run run, Jvm jvm, Class<? extends Job> job, int processes, Map<String, Object> settings)
      throws IOException, InterruptedException {
    Crew crew = new Crew();
    run.closeAtTheEnd(crew);
    for (int i = 0; i < processes; i++) {
      crew.workers.add(new WorkerProcess(jvm, job, i, processes, run.folder()));
    }
    crew.all("open", settings);
    crew.answers(OPEN_SECONDS);
    return crew;
  }

  /** Lets all processes run one turn from a common start; their results in their order. */
  public List<Map<String, Object>> run(Map<String, Object> turn, double seconds)
      throws IOException, InterruptedException {
    all("run", turn);
    answers(ANSWER_SECONDS);
    all("go", Map.of());
    return answers(ANSWER_SECONDS + (long) seconds);
  }

  /** What is live on the heaps, and the number of threads, of each process. */
  public List<Map<String, Object>> memory() throws IOException, InterruptedException {
    all("memory", Map.of());
    return answers(ANSWER_SECONDS);
  }

  /** Of the only process. */
  public long pid() {
    return workers.get(0).pid();
  }

  private void all(String verb, Map<String, Object> settings) throws IOException {
    Map<String, Object> order = new HashMap<>(settings);
    order.put("do", verb);
    for (WorkerProcess worker : workers) {
      worker.order(order);
    }
  }

  private List<Map<String, Object>> answers(long seconds) throws IOException, InterruptedException {
    List<Map<String, Object>> answers = new ArrayList<>();
    for (WorkerProcess worker : workers) {
      answers.add(worker.answer(seconds));
    }
    return answers;
  }

  @Override
  public void close() {
    workers.forEach(WorkerProcess::close);
    workers.clear();
  }
}
