package dev.holdfast.spring;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.context.annotation.Import;

/**
 * Switches on {@link Locked} and {@link RunOnce} in a context that has a bean of type {@link
 * dev.holdfast.Holdfast}, and ends its leases at shutdown while its store can still be reached. The
 * Spring Boot starter does that by itself.
 *
 * <pre>{@code
 * @Configuration
 * @EnableHoldfast
 * class Locks {
 *   @Bean(destroyMethod = "close")
 *   Holdfast holdfast() {
 *     return Holdfast.connect("redis://localhost");
 *   }
 * }
 * }</pre>
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Import({LockedRegistrar.class, LockedConfiguration.class})
public @interface EnableHoldfast {}
