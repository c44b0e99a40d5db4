package dev.holdfast.internal;

import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreProvider;
import dev.holdfast.spi.StoreUrl;
import java.util.Comparator;
import java.util.ServiceLoader;

/** Finds the store that a URL names among the providers that are present. */
public final class Stores {
  private Stores() {}

  /** Makes the store; see {@link StoreProvider#create}. */
  public static LockStore create(StoreUrl url) {
    return ServiceLoader.load(StoreProvider.class, Stores.class.getClassLoader()).stream()
        .map(ServiceLoader.Provider::get)
        .filter(provider -> provider.accepts(url))
        .max(Comparator.comparingInt(StoreProvider::rank))
        .orElseThrow(() -> unknown(url))
        .create(url);
  }

  private static IllegalArgumentException unknown(StoreUrl url) {
    return new IllegalArgumentException(
        "no store module that is present understands '" + url + "'; " + advice(url.scheme()));
  }

  private static String advice(String scheme) {
    if (scheme.startsWith("redis")) {
      return "add dev.holdfast:holdfast-redis-jedis or dev.holdfast:holdfast-redis-lettuce";
    } else if (scheme.equals("sqlite")) {
      return "add dev.holdfast:holdfast-jdbc and org.xerial:sqlite-jdbc";
    }
    if (scheme.equals("jdbc")) {
      return "add dev.holdfast:holdfast-jdbc and the driver of the database: jdbc:postgresql:,"
          + " jdbc:mariadb: or jdbc:mysql:";
    }
    if (scheme.equals("zookeeper")) {
      return "add dev.holdfast:holdfast-zookeeper";
    }
    if (scheme.equals("etcd") || scheme.equals("etcds")) {
      return "add dev.holdfast:holdfast-etcd";
    }
    return "this version knows memory:, sqlite:/path/to/file, redis://host:port,"
        + " redis+cluster://host:port,host:port, redis+sentinel://host:port,host:port/master, each of"
        + " them as rediss too, redlock://host:port,host:port,host:port or redlocks, jdbc:postgresql:,"
        + " jdbc:mariadb:, jdbc:mysql:, zookeeper://host and etcd://host, each in its module";
  }
}
