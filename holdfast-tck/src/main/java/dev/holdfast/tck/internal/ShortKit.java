package dev.holdfast.tck.internal;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;

/**
 * A test of the short kit: of each verb and each mode, what a store that is new or was changed
 * breaks first. It takes seconds on a real server; {@code docs/tck.md} tells how to ask it alone.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
@Tag("short-kit")
public @interface ShortKit {}
