/**
 * How is measured, whatever is measured.
 *
 * <ul>
 *   <li>A {@link dev.holdfast.benchmarks.run.Run} of a {@link
 *       dev.holdfast.benchmarks.run.Scenario}; its {@link dev.holdfast.benchmarks.run.Entrant}s
 *       take turns in a {@link dev.holdfast.benchmarks.run.Rotation}.
 *   <li>Processes: a {@link dev.holdfast.benchmarks.run.Crew} of {@link
 *       dev.holdfast.benchmarks.run.WorkerProcess}es; in each a {@link
 *       dev.holdfast.benchmarks.run.Worker} does a {@link dev.holdfast.benchmarks.run.Job} as it is
 *       told. {@link dev.holdfast.benchmarks.run.Fields} are what they tell each other.
 *   <li>JVMs and class paths: {@link dev.holdfast.benchmarks.run.Jvm}, {@link
 *       dev.holdfast.benchmarks.run.JavaHomes}, {@link dev.holdfast.benchmarks.run.ClassPath};
 *       {@link dev.holdfast.benchmarks.run.OlderLibrary} is the library as it was, {@link
 *       dev.holdfast.benchmarks.run.OlderRedisson} a peer as it was.
 *   <li>{@link dev.holdfast.benchmarks.run.Progress} tells what is going on; a {@link
 *       dev.holdfast.benchmarks.run.ContenderException} ends one row and no other.
 * </ul>
 */
@NullMarked
package dev.holdfast.benchmarks.run;

import org.jspecify.annotations.NullMarked;
