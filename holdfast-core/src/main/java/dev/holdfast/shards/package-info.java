/** Names spread over several independent stores. */
@NullMarked
package dev.holdfast.shards;

import org.jspecify.annotations.NullMarked;
