package dev.holdfast.spring.boot.test;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.test.context.TestPropertySource;

/**
 * On a test class: the application's locks are kept in memory, whatever store it is configured
 * with, and locked methods lock. A bean of type {@link HoldfastTestSupport} loses leases.
 *
 * <pre>{@code
 * @SpringBootTest
 * @AutoConfigureHoldfast
 * class InvoicesTest {
 *   @Autowired HoldfastTestSupport locks;
 *   …
 * }
 * }</pre>
 *
 * <p>It goes with {@code @SpringBootTest} and with slices such as {@code @DataJpaTest}. The
 * properties {@code holdfast.url} and {@code holdfast.store} are not looked at, and a {@code
 * LockStore} bean of the application is not used. A {@code Holdfast} bean that the application
 * makes itself cannot be replaced by this, and fails the start.
 *
 * <p>Each context has locks of its own. Tests that share a context share its locks, and {@code
 * atLeast} of a {@code @RunOnce} method outlasts a test: see {@link HoldfastTestSupport#free}.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Inherited
@ImportAutoConfiguration
@TestPropertySource(properties = "holdfast.store=")
public @interface AutoConfigureHoldfast {}
