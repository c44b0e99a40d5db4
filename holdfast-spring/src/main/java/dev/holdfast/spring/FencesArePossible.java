package dev.holdfast.spring;

import org.jspecify.annotations.Nullable;
import org.springframework.context.annotation.Condition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;
import org.springframework.util.ClassUtils;

/** Whether the libraries are there that a fence needs. */
final class FencesArePossible implements Condition {
  @Override
  public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
    return in(context.getClassLoader());
  }

  static boolean in(@Nullable ClassLoader loader) {
    return ClassUtils.isPresent("dev.holdfast.jdbc.Fence", loader)
        && ClassUtils.isPresent("org.springframework.jdbc.datasource.DataSourceUtils", loader);
  }
}
