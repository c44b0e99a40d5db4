package dev.holdfast.benchmarks.run;

import java.util.Map;

/**
 * What a worker process does: opened once, run in turns while the other contenders' processes are
 * idle. Maps are JSON objects. A job has a constructor without parameters.
 */
public interface Job extends AutoCloseable {
  /** Makes what all turns share: clients, pools, leases. */
  void open(Map<String, Object> settings) throws Exception;

  /**
   * Runs one turn.
   *
   * @param start to be awaited once, when everything is prepared; CPU time counts from then on
   * @return what came out
   */
  Map<String, Object> run(Map<String, Object> turn, Start start) throws Exception;

  @Override
  void close();

  /** The common start of all processes of a contender. */
  interface Start {
    /** Tells that this process is ready, and waits for the others. */
    void await() throws Exception;
  }
}
