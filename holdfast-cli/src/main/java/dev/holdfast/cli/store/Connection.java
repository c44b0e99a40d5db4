package dev.holdfast.cli.store;

import dev.holdfast.Holdfast;
import dev.holdfast.HoldfastListener;
import dev.holdfast.StoreException;
import dev.holdfast.cli.output.CliException;
import dev.holdfast.cli.output.ExitCodes;
import dev.holdfast.cli.output.Notices;
import dev.holdfast.spi.StoreUrl;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A client of the store that the command line names. */
public final class Connection implements AutoCloseable {
  /** How long closing may take when no lock was had: what is left ends in the store by itself. */
  private static final Duration BRIEFLY = Duration.ofSeconds(1);

  private final StoreUrl url;
  private final Holdfast holdfast;
  private volatile boolean holds;

  private Connection(StoreUrl url, Holdfast holdfast) {
    this.url = url;
    this.holdfast = holdfast;
  }

  /**
   * Connects.
   *
   * @param text the URL; the default store's if null
   * @param client what this client is called; the user's name if null
   * @param within how long connecting may take; as the URL says, or as is usual, if null
   */
  static Connection open(
      @Nullable String text,
      @Nullable String client,
      HoldfastListener listener,
      Notices notices,
      @Nullable Duration within) {
    StoreUrl url = url(text);
    try {
      warnOfNetwork(url, notices);
      Holdfast.Builder builder =
          Holdfast.builder(url.secret()).name(client != null ? client : user()).listener(listener);
      if (within != null
          && url.connectTimeout().map(said -> within.compareTo(said) < 0).orElse(true)) {
        builder.connectTimeout(within);
      }
      return new Connection(url, builder.build());
    } catch (IllegalArgumentException malformed) {
      throw new CliException(ExitCodes.USAGE, String.valueOf(malformed.getMessage()), malformed);
    }
  }

  /** The URL, taken apart; the default store's if there is none. */
  static StoreUrl url(@Nullable String text) {
    try {
      return StoreUrl.parse(text != null ? text : defaultUrl());
    } catch (IllegalArgumentException malformed) {
      throw new CliException(ExitCodes.USAGE, String.valueOf(malformed.getMessage()), malformed);
    }
  }

  private static String defaultUrl() {
    return "sqlite:" + DefaultStore.file(System.getenv(), System.getProperty("user.home", "."));
  }

  private static String user() {
    String user = System.getProperty("user.name", "");
    return user.isEmpty() || user.equals("?") ? "holdfast" : user;
  }

  private static void warnOfNetwork(StoreUrl url, Notices notices) {
    if (!url.scheme().equals("sqlite")) {
      return;
    }
    try {
      DefaultStore.network(Path.of(url.rest()))
          .ifPresent(
              type ->
                  notices.warn(
                      "the store "
                          + url
                          + " is on a network file system ("
                          + type
                          + "), where SQLite's file locks cannot be relied on; use a local file or"
                          + " another store (--store)"));
    } catch (InvalidPathException notAFile) {
      // The store will say so.
    }
  }

  public Holdfast holdfast() {
    return holdfast;
  }

  /** The store for messages, without its password. */
  public String shown() {
    return url.toString();
  }

  /** What to tell of a store's error. */
  public static CliException failure(StoreException error) {
    return new CliException(ExitCodes.STORE, String.valueOf(error.getMessage()), error);
  }

  /** From now on there is something to give back, for which closing waits. */
  public void holds() {
    holds = true;
  }

  @Override
  public void close() {
    if (holds) {
      holdfast.close();
    } else {
      // A store that does not answer is not waited for: there is nothing to give back.
      boolean unused = Briefly.run(BRIEFLY, holdfast::close);
    }
  }
}
