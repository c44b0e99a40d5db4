/**
 * Time, threads and waiting.
 *
 * <ul>
 *   <li>Time: {@link Timers} and {@link Alarm}, what is to be done later; {@link NextTick}, when
 *       the engine has something to do; {@link SystemHost}, the machine as the engine sees it.
 *   <li>Threads: {@link SharedThreadPool}, {@link BoundedExecutor}, {@link SerialExecutor}; {@link
 *       Isolated} runs what must not fail its caller.
 *   <li>Waiting: {@link Parking}; {@link SimulatedThread} is a thread whose waits are simulated.
 * </ul>
 */
@NullMarked
package dev.holdfast.internal.runtime;

import org.jspecify.annotations.NullMarked;
