/**
 * The program {@code holdfast}: runs commands under a lock, and shows and breaks locks.
 *
 * <p>Read first: {@link dev.holdfast.cli.Main}, which parses the command line; {@link
 * dev.holdfast.cli.run.RunCommand}, the options of {@code holdfast run}; and {@link
 * dev.holdfast.cli.run.LockedRun}, which does it, step by step.
 *
 * <ul>
 *   <li>The other commands are here: {@link dev.holdfast.cli.ShowCommand}, {@link
 *       dev.holdfast.cli.ListCommand}, {@link dev.holdfast.cli.AskCommand}, {@link
 *       dev.holdfast.cli.BreakCommand}, {@link dev.holdfast.cli.DoctorCommand}, {@link
 *       dev.holdfast.cli.CompletionCommand}, and {@link dev.holdfast.cli.Program} for help. {@code
 *       holdfast demo} is in {@link dev.holdfast.cli.demo}, {@code holdfast watch} in {@link
 *       dev.holdfast.cli.watch}.
 *   <li>{@link dev.holdfast.cli.WarmUp} prepares the launcher's archive of classes.
 *   <li>{@link dev.holdfast.cli.run}: a command that runs under a lock.
 *   <li>{@link dev.holdfast.cli.store}: which store, and the connection to it.
 *   <li>{@link dev.holdfast.cli.output}: what is printed, and how the program ends.
 *   <li>{@link dev.holdfast.cli.manual} with {@link dev.holdfast.cli.ManualCommand}: the page of
 *       the manual and the completions, made of what the commands say of themselves.
 * </ul>
 */
@NullMarked
package dev.holdfast.cli;

import org.jspecify.annotations.NullMarked;
