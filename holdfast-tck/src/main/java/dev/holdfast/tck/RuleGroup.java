package dev.holdfast.tck;

import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A group of rules, as tests that a store's test class inherits. Each test gets a {@link Rig} on a
 * fixture of its own.
 */
@ExtendWith(RigResolver.class)
@Timeout(60)
public interface RuleGroup {
  /** Makes the fixture for one test. */
  StoreFixture fixture() throws Exception;
}
