/**
 * Many processes count together in one value that checks tokens, while some are killed or stopped.
 */
@NullMarked
package dev.holdfast.cli.increments;

import org.jspecify.annotations.NullMarked;
