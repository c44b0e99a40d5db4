/** What Holdfast is measured beside: locks of other libraries, and limits that no lock can pass. */
@NullMarked
package dev.holdfast.benchmarks.peers;

import org.jspecify.annotations.NullMarked;
