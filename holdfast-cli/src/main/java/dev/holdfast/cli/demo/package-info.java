/**
 * {@code holdfast demo}: a lottery that is drawn by eight processes, once under the lock recipe
 * that is found everywhere and once under Holdfast.
 */
@NullMarked
package dev.holdfast.cli.demo;

import org.jspecify.annotations.NullMarked;
