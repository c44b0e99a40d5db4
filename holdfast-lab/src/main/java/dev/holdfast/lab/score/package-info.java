/** What the lab measures, with targets: errors by operation, recovery, pauses, load. */
@NullMarked
package dev.holdfast.lab.score;

import org.jspecify.annotations.NullMarked;
