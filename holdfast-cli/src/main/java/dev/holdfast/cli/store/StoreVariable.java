package dev.holdfast.cli.store;

import dev.holdfast.cli.output.CliException;
import dev.holdfast.spi.StoreUrl;
import java.util.Map;
import java.util.Optional;

/**
 * The variable that names the store, and what becomes of it in the environment of a command.
 *
 * <p>A command needs the lock, not the password of the store. But a holdfast inside the command
 * must not take the default store in silence because the variable is gone: two stores would grant
 * one name. So a mark is left in its place.
 */
public final class StoreVariable {
  static final String NAME = "HOLDFAST_STORE";
  static final String WITHHELD = "HOLDFAST_STORE_WITHHELD";

  private StoreVariable() {}

  /**
   * The store that the environment names, if it names one.
   *
   * @throws CliException if it did, but the variable was taken out
   */
  static Optional<String> in(Map<String, String> environment) {
    Optional<String> named = Optional.ofNullable(environment.get(NAME)).filter(s -> !s.isBlank());
    if (named.isEmpty() && environment.containsKey(WITHHELD)) {
      throw CliException.usage(
          NAME
              + " has a password, so the holdfast run around this one took it out of the"
              + " environment; name the store with --store, or give --pass-store to the outer run");
    }
    return named;
  }

  /** Takes it out of a command's environment if there may be a password in it. */
  public static void withhold(Map<String, String> environment) {
    String url = environment.get(NAME);
    if (url != null && mayHavePassword(url)) {
      environment.remove(NAME);
      environment.put(WITHHELD, "1");
    }
  }

  /** In doubt it has one: what cannot be parsed may be a URL with a typing error. */
  static boolean mayHavePassword(String text) {
    try {
      StoreUrl url = StoreUrl.parse(text);
      boolean credentials = url.rest().contains("//") && url.rest().contains("@");
      return credentials || !url.toString().equals(text);
    } catch (IllegalArgumentException malformed) {
      return !text.isBlank();
    }
  }
}
