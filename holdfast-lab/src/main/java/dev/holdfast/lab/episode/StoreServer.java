package dev.holdfast.lab.episode;

import java.io.IOException;
import java.util.List;
import java.util.Map;

/** A real server that locks are kept on, to be stopped, killed and started again. */
public interface StoreServer extends AutoCloseable {
  /** Where it listens, on this machine. */
  int port();

  /** The same of all of its servers, if it has several. */
  default List<Integer> ports() {
    return List.of(port());
  }

  /** Starts it (again); returns when it answers. */
  void start() throws IOException;

  /** Ends it at once; what it wrote to files is kept by the machine. */
  void kill();

  /** Stops its time: it keeps its connections and answers nothing. */
  void pause() throws IOException;

  /** Ends {@link #pause()}. */
  void resume() throws IOException;

  /** Ends it and starts it again with other variables in its environment. */
  void restartIn(Map<String, String> environment) throws IOException;

  /** What it says that it is: {@code redis 6.2.6}. */
  String version() throws IOException;

  @Override
  void close();
}
