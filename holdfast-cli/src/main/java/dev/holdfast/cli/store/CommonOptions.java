package dev.holdfast.cli.store;

import dev.holdfast.HoldfastListener;
import dev.holdfast.cli.output.Notices;
import dev.holdfast.cli.output.Terminal;
import dev.holdfast.spi.StoreUrl;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of every command that talks to a store. */
public final class CommonOptions {
  @Option(
      names = "--store",
      paramLabel = "URL",
      description = {
        "Where holds are recorded: sqlite:/path/to/file, redis://host:6379, jdbc:postgresql://…, "
            + "jdbc:mariadb://…, jdbc:mysql://…, etcd://host:2379, zookeeper://host:2181, or with "
            + "TLS rediss://…, etcds://…; docs/reference/client.md has all. Default: "
            + "$HOLDFAST_STORE, else a SQLite file in your state folder, which serves all processes of this machine."
      })
  @Nullable
  public String store;

  @Option(
      names = "--debug",
      description = "Log on stderr what happens, with stack traces (also: HOLDFAST_DEBUG=1).")
  boolean debug;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help.")
  boolean help;

  /** Connects to the store that was named here, or in the environment, or to the default one. */
  public Connection connect(Terminal terminal) {
    return connect(terminal, null, new HoldfastListener() {}, terminal::say, null);
  }

  public Connection connect(
      Terminal terminal,
      @Nullable String client,
      HoldfastListener listener,
      Notices notices,
      @Nullable Duration within) {
    terminal.debug(debug);
    Logging.set(terminal.isDebug());
    return Connection.open(url(), client, listener, notices, within);
  }

  /** The store that was named here, or in the environment, or the default one. */
  public StoreUrl url(Terminal terminal) {
    terminal.debug(debug);
    Logging.set(terminal.isDebug());
    return Connection.url(url());
  }

  private @Nullable String url() {
    if (store != null) {
      return store;
    }
    return StoreVariable.in(System.getenv()).orElse(null);
  }
}
