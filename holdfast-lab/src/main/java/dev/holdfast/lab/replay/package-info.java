/**
 * The pause replay: processes that read, work and write back under a lock, and are stopped for
 * longer than its lease while they hold it.
 */
@NullMarked
package dev.holdfast.lab.replay;

import org.jspecify.annotations.NullMarked;
