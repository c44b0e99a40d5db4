/** What locked methods know of transactions, whose module of Spring may not be there. */
@NullMarked
package dev.holdfast.spring.internal.transaction;

import org.jspecify.annotations.NullMarked;
