/** The replicated stores of the lab: several servers that agree, and the network between them. */
@NullMarked
package dev.holdfast.lab.cluster;

import org.jspecify.annotations.NullMarked;
