package dev.holdfast.spring;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Of several instances that call a method at the same time, one runs it and the others skip it: for
 * {@code @Scheduled} jobs.
 *
 * <pre>{@code
 * @Scheduled(cron = "0 0 3 * * *")
 * @RunOnce(name = "nightly-report", atLeast = "10m")
 * public void report() { … }
 * }</pre>
 *
 * <p>Nothing waits. The name stays taken while the job runs, however long that is, and at least for
 * {@link #atLeast} from its beginning, also if the job fails or its process dies. When the store
 * cannot be reached the job does not run: {@link dev.holdfast.StoreException} is thrown, which the
 * scheduler logs. When the lease is lost while the job runs, {@link
 * dev.holdfast.LeaseLostException} is thrown at its end.
 *
 * <p>The method returns nothing, an {@code Optional}, a {@code CompletionStage} of one of these, or
 * a reactive type that may be empty.
 */
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
@Documented
public @interface RunOnce {
  /** The job, text like {@link Locked#name}. */
  String name();

  /**
   * How long the name stays taken at least: longer than the clocks of the instances are apart, and
   * shorter than the time between two runs. A duration such as {@code "10m"}, up to 365 days; may
   * have <code>${…}</code>.
   */
  String atLeast();

  /** What happens to the job when the lease is lost while it runs. */
  Locked.OnLoss onLoss() default Locked.OnLoss.DISCARD;
}
