package dev.holdfast.benchmarks.contender;

import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;

/** The registry of contenders: those of this package, and those that a provider adds. */
public final class Contenders {
  private Contenders() {}

  /** The ids of all contenders that are present. */
  public static List<String> ids() {
    return providers().stream().flatMap(provider -> provider.ids().stream()).toList();
  }

  /**
   * Opens a contender.
   *
   * @param threads how many threads will lock at once: the size that pools need
   * @throws IllegalArgumentException if no contender has this id
   */
  public static Contender open(String id, String redisUrl, int threads) {
    for (ContenderProvider provider : providers()) {
      if (provider.ids().contains(id)) {
        return provider.open(id, redisUrl, threads);
      }
    }
    throw new IllegalArgumentException("there is no contender '" + id + "', only " + ids());
  }

  private static List<ContenderProvider> providers() {
    List<ContenderProvider> providers = new ArrayList<>();
    providers.add(new OwnContenders());
    ServiceLoader.load(ContenderProvider.class).forEach(providers::add);
    return providers;
  }
}
