/**
 * The program {@code holdfast}: runs commands under a lock, and shows and breaks locks.
 *
 * <p>Read first: {@link dev.holdfast.cli.Main}, which parses the command line; {@link
 * dev.holdfast.cli.RunCommand}, the options of {@code holdfast run}; and {@link
 * dev.holdfast.cli.LockedRun}, which does it, step by step.
 *
 * <p>The others:
 *
 * <ul>
 *   <li>the other commands: {@link dev.holdfast.cli.ShowCommand}, {@link
 *       dev.holdfast.cli.ListCommand}, {@link dev.holdfast.cli.BreakCommand}, {@link
 *       dev.holdfast.cli.DoctorCommand}, {@link dev.holdfast.cli.CompletionCommand}, and {@link
 *       dev.holdfast.cli.Program} for help
 *   <li>the store: {@link dev.holdfast.cli.CommonOptions}, {@link dev.holdfast.cli.Connection},
 *       {@link dev.holdfast.cli.DefaultStore}, {@link dev.holdfast.cli.StoreVariable}; {@link
 *       dev.holdfast.cli.Briefly} bounds the wait for a store that does not answer
 *   <li>a run: {@link dev.holdfast.cli.Deadline}, {@link dev.holdfast.cli.WaitNotice} with {@link
 *       dev.holdfast.cli.Blockers}, {@link dev.holdfast.cli.CommandPath}, {@link
 *       dev.holdfast.cli.Child}, {@link dev.holdfast.cli.Watchdog}, {@link dev.holdfast.cli.OnLoss}
 *   <li>signals and the terminal: {@link dev.holdfast.cli.Signals}, {@link
 *       dev.holdfast.cli.Foreground}, {@link dev.holdfast.cli.Terminal}
 *   <li>output: {@link dev.holdfast.cli.Wording}, {@link dev.holdfast.cli.LockReport}, {@link
 *       dev.holdfast.cli.DiagnosisReport}, {@link dev.holdfast.cli.Table}, {@link
 *       dev.holdfast.cli.Text}, {@link dev.holdfast.cli.HiddenUrls}
 *   <li>the end: {@link dev.holdfast.cli.ExitCodes}, {@link dev.holdfast.cli.CliException}
 *   <li>arguments: {@link dev.holdfast.cli.Durations}, {@link dev.holdfast.cli.PermitCount}
 *   <li>the launcher and the libraries: {@link dev.holdfast.cli.WarmUp}, {@link
 *       dev.holdfast.cli.Logging}
 * </ul>
 *
 * <p>{@code holdfast demo} is in {@link dev.holdfast.cli.demo}.
 */
@NullMarked
package dev.holdfast.cli;

import org.jspecify.annotations.NullMarked;
