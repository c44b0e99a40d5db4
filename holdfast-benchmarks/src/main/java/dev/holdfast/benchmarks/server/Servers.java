package dev.holdfast.benchmarks.server;

/** What contenders lock on: one Redis server, or several that are used together. */
public interface Servers {
  /** As {@link dev.holdfast.Holdfast#connect(String)} takes it. */
  String url();

  /** What all of them that answer have done so far. */
  ServerWork work();
}
