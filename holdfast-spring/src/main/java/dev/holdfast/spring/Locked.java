package dev.holdfast.spring;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.core.annotation.AliasFor;

/**
 * Runs a method of a bean under a distributed lock: it is acquired before the method and released
 * after it, and after the transaction that the method begins.
 *
 * <pre>{@code
 * @Locked("invoice:#{#id}")
 * @Transactional
 * public void charge(long id) { … }
 * }</pre>
 *
 * <p>The name is text with <code>${…}</code> for properties and <code>#{…}</code> for expressions,
 * in which <code>#id</code> is the argument of that name. It is evaluated once for each call.
 *
 * <p>When the lock is not had in time, the method does not run: {@link
 * dev.holdfast.LockTimeoutException} is thrown, or the call is skipped, as {@link #otherwise} says.
 * When the store cannot be reached the method does not run either: {@link
 * dev.holdfast.StoreException} is thrown, whatever {@link #otherwise} says. When the lease is lost
 * while the method runs, its result is discarded and {@link dev.holdfast.LeaseLostException}
 * thrown, suppressed under an exception of the method's own.
 *
 * <p>A call on the same thread that asks for what an enclosing locked method holds joins it: it
 * waits for nothing and releases nothing. A method that returns a {@link
 * java.util.concurrent.CompletionStage} holds its lock until that completes, and so does the method
 * that it has joined; the returned stage completes after the release, or after two seconds if the
 * store has not confirmed that by then.
 *
 * <p>A method of a reactive type ({@code Mono}, {@code Flux} and others that Spring's {@code
 * ReactiveAdapterRegistry} has, with Reactor) is called once for each subscription, under a lease
 * of its own, for which no thread waits. It is released when the subscription completes, fails or
 * is cancelled. A loss cancels the work. What is subscribed to inside of it joins by the context of
 * Reactor. See {@link ReactiveCurrentLease}. A suspending function of Kotlin is held until it
 * returns, throws or has ended after a cancellation, on whatever threads it runs.
 *
 * <p>The start of the application fails if a method could run without its lock: if it is private,
 * final or static, if Spring calls it past the proxy (such as {@code @PostConstruct}), if its bean
 * was made too early to be proxied, or if a transaction would begin outside of the lock. A call of
 * a bean to itself does not pass the proxy, and does not lock.
 *
 * @see CurrentLease
 */
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
@Documented
public @interface Locked {
  /** The same as {@link #name}. */
  @AliasFor("name")
  String value() default "";

  /**
   * What is locked. This or {@link #names} is required: a name that followed from class and method
   * would be two locks while a version with another name is rolled out.
   */
  @AliasFor("value")
  String name() default "";

  /** What is locked together, all or none; free of deadlock whatever the order. */
  String[] names() default {};

  /** Whether others may hold at the same time. */
  Mode mode() default Mode.WRITE;

  /**
   * For a semaphore instead of a lock: how many permits of how many, as {@code "2/8"}. Every method
   * that uses the name says the same second number.
   */
  String permits() default "";

  /**
   * How long to wait for the lock: {@code "0"} for not at all, a duration such as {@code "5s"},
   * {@code "250ms"} or {@code "PT1M"}, or {@code "forever"}. May have <code>${…}</code>. Unless
   * given, what {@link HoldfastSettings#lockedWait()} says: ten seconds.
   */
  String waitAtMost() default "";

  /** What happens when the lock was not had in time. */
  Otherwise otherwise() default Otherwise.THROW;

  /** What happens when a transaction is active already when the method is called. */
  ActiveTransaction activeTransaction() default ActiveTransaction.FAIL;

  /** What happens to the method when the lease is lost while it runs. */
  OnLoss onLoss() default OnLoss.DISCARD;

  /**
   * A resource that {@code dev.holdfast.jdbc.Fence} guards with the token of the lease, text like a
   * name: its check is the first thing that happens in the transaction that the method begins, so
   * that a holder which was overtaken changes nothing. Wants {@code @Transactional} on the method
   * or its class.
   */
  String fence() default "";

  /** Whether others may hold at the same time. */
  enum Mode {
    /** This holder is alone. */
    WRITE,
    /** Other readers may hold too, writers may not. */
    READ
  }

  /** What happens when the lock was not had in time. */
  enum Otherwise {
    /** {@link dev.holdfast.LockTimeoutException}. */
    THROW,
    /**
     * The method does not run, and the call returns: for {@code void} methods, and for those that
     * return an {@code Optional}, which is empty then, a {@code CompletionStage} of one of these,
     * or a reactive type that may be empty, and in Kotlin for suspending functions of Unit or of a
     * type that may be null. A method that returns anything else fails the start.
     */
    SKIP
  }

  /** What happens to a method when its lease is lost while it runs. */
  enum OnLoss {
    /** It runs to its end, and its result is discarded. */
    DISCARD,
    /**
     * Its thread is interrupted as well, so that a wait or a blocking call of it ends. For methods
     * that are done when they return; the work of reactive types and suspending functions is
     * cancelled by a loss anyway. The interrupt ends with the method.
     */
    INTERRUPT
  }

  /** What happens when a transaction is active already when the method is called. */
  enum ActiveTransaction {
    /**
     * {@link IllegalStateException}: the lock would be released before that transaction commits,
     * and the next holder would read what was there before.
     */
    FAIL,
    /**
     * The lock is held until that transaction has completed. It is rolled back if the lease is lost
     * before it commits. What it read before the lock was acquired may be out of date.
     */
    HOLD
  }
}
