/** The reference store: locks among the clients of one process, with a queue and pushes. */
@NullMarked
package dev.holdfast.memory;

import org.jspecify.annotations.NullMarked;
