/**
 * For tests of applications of Spring Boot: {@link
 * dev.holdfast.spring.boot.test.AutoConfigureHoldfast} keeps locks in memory, {@link
 * dev.holdfast.spring.boot.test.HoldfastTestSupport} loses leases, and {@link
 * dev.holdfast.spring.boot.test.HoldfastRules} finds calls that do not lock.
 */
@NullMarked
package dev.holdfast.spring.boot.test;

import org.jspecify.annotations.NullMarked;
