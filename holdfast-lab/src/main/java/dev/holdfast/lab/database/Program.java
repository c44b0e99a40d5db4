package dev.holdfast.lab.database;

import java.io.IOException;
import java.util.List;

/** What there is of a database on this machine: its program, and the folder with its data. */
interface Program {
  /** Makes an empty database folder, once. */
  void install() throws IOException;

  /** The command that is the server, which does not go into the background. */
  List<String> command(int port);

  /** Who may do everything. */
  String chief();

  /** The database that is there from the beginning. */
  String first();

  /** What the chief has to say to make the database of the locks, and its user. */
  List<String> preparations();
}
