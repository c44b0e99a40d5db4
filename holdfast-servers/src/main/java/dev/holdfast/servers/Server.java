package dev.holdfast.servers;

import java.io.IOException;
import java.util.List;
import java.util.Map;

/** A real server on this machine, of one process or of several. */
public interface Server extends AutoCloseable {
  /** Where it listens. */
  int port();

  /** The same of all of its processes, if it has several. */
  default List<Integer> ports() {
    return List.of(port());
  }

  /** Starts it (again) on the same port; returns when it answers. */
  void start() throws IOException;

  /** Asks it to end, and waits until it has: it writes down what it knows. */
  void stop() throws IOException;

  /** Ends it at once; what it wrote to files is kept by the machine. */
  void kill();

  /** Stops its time: it keeps its connections and answers nothing. */
  void pause() throws IOException;

  /** Ends {@link #pause()}. */
  void resume() throws IOException;

  /** Adds to the environment of its processes, from the next start on, instead of earlier ones. */
  void environment(Map<String, String> environment);

  /** What it has written to its log. */
  String log();

  /** What it says that it is: {@code redis 6.2.6}. */
  String version() throws IOException;

  /** {@link #stop()}, then {@link #start()}. */
  default void restart() throws IOException {
    stop();
    start();
  }

  /** Ends it at once and starts it again with other variables in its environment. */
  default void restartIn(Map<String, String> environment) throws IOException {
    kill();
    environment(environment);
    start();
  }

  /** Ends it at once. */
  @Override
  default void close() {
    kill();
  }
}
