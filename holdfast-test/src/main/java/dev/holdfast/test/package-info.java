/** A test double for programs that use Holdfast. */
@NullMarked
package dev.holdfast.test;

import org.jspecify.annotations.NullMarked;
