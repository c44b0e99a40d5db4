/**
 * Which store, and the connection to it.
 *
 * <ul>
 *   <li>{@link dev.holdfast.cli.store.CommonOptions} are the options that commands share; {@link
 *       dev.holdfast.cli.store.StoreVariable} and {@link dev.holdfast.cli.store.DefaultStore} are
 *       for a command line that names no store.
 *   <li>{@link dev.holdfast.cli.store.Connection} opens the store; {@link
 *       dev.holdfast.cli.store.Briefly} bounds the wait for one that does not answer; {@link
 *       dev.holdfast.cli.store.Logging} decides what of the library's log is shown.
 * </ul>
 */
@NullMarked
package dev.holdfast.cli.store;

import org.jspecify.annotations.NullMarked;
