/**
 * {@code holdfast run}: a command that runs under a lock.
 *
 * <ul>
 *   <li>{@link dev.holdfast.cli.run.RunCommand} has the options; {@link
 *       dev.holdfast.cli.run.LockedRun} does it, step by step. {@link
 *       dev.holdfast.cli.run.PermitCount} reads one of the options.
 *   <li>Waiting: {@link dev.holdfast.cli.run.Deadline}; {@link dev.holdfast.cli.run.WaitNotice}
 *       names the holder, with {@link dev.holdfast.cli.run.Blockers}.
 *   <li>The command: {@link dev.holdfast.cli.run.CommandPath} finds it, {@link
 *       dev.holdfast.cli.run.Child} is its process, {@link dev.holdfast.cli.run.Foreground} lends
 *       it the terminal.
 *   <li>A loss: {@link dev.holdfast.cli.run.OnLoss} is what is to be done, and the {@link
 *       dev.holdfast.cli.run.Watchdog} does it even when this process is dead or stopped.
 *   <li>{@link dev.holdfast.cli.run.Wording}: sentences that commands share.
 * </ul>
 */
@NullMarked
package dev.holdfast.cli.run;

import org.jspecify.annotations.NullMarked;
