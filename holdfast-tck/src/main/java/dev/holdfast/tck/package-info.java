/**
 * The rules of {@code docs/SPEC.md} as JUnit tests. A store's test implements {@link
 * dev.holdfast.tck.HoldfastTck} and gives it a {@link dev.holdfast.tck.StoreFixture}; every test is
 * named after the rule it asks for.
 */
@NullMarked
package dev.holdfast.tck;

import org.jspecify.annotations.NullMarked;
