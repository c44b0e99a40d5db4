/** Names of locks as annotations have them: text that the arguments of a call complete. */
@NullMarked
package dev.holdfast.spring.internal.name;

import org.jspecify.annotations.NullMarked;
