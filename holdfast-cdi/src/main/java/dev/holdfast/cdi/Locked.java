package dev.holdfast.cdi;

import jakarta.enterprise.util.Nonbinding;
import jakarta.interceptor.InterceptorBinding;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Runs a method of a bean under a distributed lock, which is acquired before the method and before
 * the transaction of {@code jakarta.transaction.Transactional} on it, and released after both.
 *
 * <pre>{@code
 * @Locked("invoice:{id}")
 * @Transactional
 * public void charge(long id) { … }
 * }</pre>
 *
 * <p>The client is the bean of type {@link dev.holdfast.Holdfast} that the application produces.
 *
 * <p>When the lock is not had in time, the method does not run: {@link
 * dev.holdfast.LockTimeoutException} is thrown, or the call is skipped, as {@link #otherwise} says.
 * When the store cannot be reached the method does not run either: {@link
 * dev.holdfast.StoreException} is thrown, whatever {@link #otherwise} says. When the lease is lost
 * while the method runs, its result is discarded and {@link dev.holdfast.LeaseLostException}
 * thrown, suppressed under an exception of the method's own.
 *
 * <p>A call on the same thread that asks for a name that an enclosing locked method holds joins it:
 * it waits for nothing and releases nothing. Methods are done when they return: one that returns a
 * {@code CompletionStage}, a {@code Future}, a {@code Stream} or a reactive type is refused when it
 * is called, and does not run. On a class the annotation is for all its methods.
 *
 * <p>As with every interceptor of the standard, a call of a bean to itself is not intercepted (in
 * Weld nor is one that comes back to the bean through another), nor are private, static and final
 * methods: they run without a lock of their own.
 *
 * @see CurrentLease
 */
@InterceptorBinding
@Target({ElementType.METHOD, ElementType.TYPE})
@Retention(RetentionPolicy.RUNTIME)
@Documented
public @interface Locked {
  /**
   * What is locked: text, in which <code>{id}</code> is the argument of that name, for classes that
   * are compiled with {@code -parameters}, and <code>{0}</code> the first argument. An argument is
   * text, a number, a boolean, a character, an enum or a UUID; {@code null} and other types are
   * refused, since equal values might have two names. It is evaluated once for each call.
   */
  @Nonbinding
  String value();

  /**
   * How long to wait for the lock: {@code "0"} for not at all, a duration such as {@code "5s"},
   * {@code "250ms"} or {@code "PT1M"}, or {@code "forever"}.
   */
  @Nonbinding
  String waitAtMost() default "10s";

  /** What happens when the lock was not had in time. */
  @Nonbinding
  Otherwise otherwise() default Otherwise.THROW;

  /** What happens when the lock was not had in time. */
  enum Otherwise {
    /** {@link dev.holdfast.LockTimeoutException}. */
    THROW,
    /**
     * The method does not run, and the call returns: for {@code void} methods, and for those that
     * return an {@code Optional}, which is empty then. A method that returns anything else is
     * refused when it is called.
     */
    SKIP
  }
}
