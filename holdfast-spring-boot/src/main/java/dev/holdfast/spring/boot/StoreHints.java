package dev.holdfast.spring.boot;

import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;

/** The files that stores read from their jars, for a native image. */
final class StoreHints implements RuntimeHintsRegistrar {
  @Override
  public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
    hints.resources().registerPattern("dev/holdfast/redis/*.lua");
    hints.resources().registerPattern("dev/holdfast/jdbc/*.sql");
  }
}
