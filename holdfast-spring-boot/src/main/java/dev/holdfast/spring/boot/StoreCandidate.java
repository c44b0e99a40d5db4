package dev.holdfast.spring.boot;

import dev.holdfast.spi.LockStore;
import java.util.function.Supplier;

/**
 * A bean that a store can be reached through.
 *
 * @param kind {@code redis}, {@code jdbc}, or {@code store} for a store that the application made
 * @param bean its name
 * @param preferred whether it is the one of its kind that a bean of that type is given
 * @param store makes the store
 */
record StoreCandidate(String kind, String bean, boolean preferred, Supplier<LockStore> store) {
  @Override
  public String toString() {
    return bean + " (" + kind + ")";
  }
}
