package dev.holdfast.lab.score;

import java.io.IOException;

/** Servers of which one takes over when another dies. */
interface Standby extends AutoCloseable {
  /** How many masters there are. */
  int masters();

  /** Where a client library finds them. */
  String url(String client);

  /** A name that this master has, of those that begin like this. */
  String name(int master, String prefix) throws IOException;

  /** Kills a master. */
  void kill(int master) throws IOException;

  /** Whether another one has taken its place, and everybody says so who says where it is. */
  boolean isReplaced(int master);

  /** Starts what was killed, as a replica. */
  void revive(int master) throws IOException;

  /** Whether every master has a replica again that could take over. */
  boolean isReady();

  @Override
  void close();
}
