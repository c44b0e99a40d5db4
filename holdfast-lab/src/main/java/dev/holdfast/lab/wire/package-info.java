/**
 * Root mode: clients in network namespaces of their own, so that the kernel itself loses, delays
 * and refuses their packets.
 */
@NullMarked
package dev.holdfast.lab.wire;

import org.jspecify.annotations.NullMarked;
