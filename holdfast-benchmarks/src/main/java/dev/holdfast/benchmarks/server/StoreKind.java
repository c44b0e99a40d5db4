package dev.holdfast.benchmarks.server;

import dev.holdfast.benchmarks.figure.Figures;
import java.io.IOException;
import java.sql.SQLException;
import java.util.Optional;

/** A store other than Redis, on servers that a scenario starts for itself. */
public interface StoreKind {
  /** What it is called in tables. */
  String title();

  /**
   * Starts servers that end with the scenario, and gives the URL at which all contenders find them;
   * none if there are none for this machine.
   */
  Optional<String> startFor(ServerScope scope, Figures figures) throws IOException, SQLException;
}
