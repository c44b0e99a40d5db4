/** A network that can be made bad: a proxy between Redis clients and a server. */
@NullMarked
package dev.holdfast.lab.proxy;

import org.jspecify.annotations.NullMarked;
