package dev.holdfast.tck.internal;

import dev.holdfast.spi.Mode;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The modes without which a test, or a group's tests, are not asked of a store. */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
public @interface Needs {
  Mode[] value();
}
