/**
 * What is printed, and how the program ends.
 *
 * <ul>
 *   <li>{@link dev.holdfast.cli.output.Terminal} is where it is printed; {@link
 *       dev.holdfast.cli.output.Text}, {@link dev.holdfast.cli.output.Table} and {@link
 *       dev.holdfast.cli.output.Durations} are how. {@link dev.holdfast.cli.output.LockReport} is a
 *       lock as JSON, {@link dev.holdfast.cli.output.DiagnosisReport} what {@code holdfast doctor}
 *       found.
 *   <li>{@link dev.holdfast.cli.output.HiddenUrls} keeps the URLs of stores out of what parse
 *       errors say; {@link dev.holdfast.cli.output.Notices} takes what is said beside the output.
 *   <li>The end: {@link dev.holdfast.cli.output.ExitCodes}, {@link
 *       dev.holdfast.cli.output.CliException}, {@link dev.holdfast.cli.output.Signals}.
 * </ul>
 */
@NullMarked
package dev.holdfast.cli.output;

import org.jspecify.annotations.NullMarked;
