package dev.holdfast.spring.boot;

import dev.holdfast.Holdfast;

/**
 * A bean that changes settings of the client before it is made: for what has no property, such as
 * the {@linkplain Holdfast.Builder#options options} of locks that are made without options.
 */
@FunctionalInterface
public interface HoldfastBuilderCustomizer {
  /** Changes the builder, on which the properties are set already. */
  void customize(Holdfast.Builder builder);
}
