/** Redis as it is deployed: several servers. */
@NullMarked
package dev.holdfast.lab.topology;

import org.jspecify.annotations.NullMarked;
