/**
 * What an installed program has beside it: the manual page, and the completion of shells that
 * picocli does not know. Both are made from the commands themselves.
 */
@NullMarked
package dev.holdfast.cli.manual;

import org.jspecify.annotations.NullMarked;
