/**
 * {@code holdfast watch}: {@link dev.holdfast.cli.watch.WatchCommand} looks again and again, {@link
 * dev.holdfast.cli.watch.Contention} sorts, and {@link dev.holdfast.cli.watch.Screen} is what
 * people see.
 */
@NullMarked
package dev.holdfast.cli.watch;

import org.jspecify.annotations.NullMarked;
