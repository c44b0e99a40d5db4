/** What clients and registers wrote down, and the checks of it. */
@NullMarked
package dev.holdfast.lab.check;

import org.jspecify.annotations.NullMarked;
