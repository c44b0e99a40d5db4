/** What the engine's own paths cost in time and allocated bytes, without a network. */
@NullMarked
package dev.holdfast.benchmarks.jmh;

import org.jspecify.annotations.NullMarked;
