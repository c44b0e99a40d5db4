/**
 * The rules between processes: clients in JVMs of their own, which are killed, stopped and woken.
 *
 * <ul>
 *   <li>{@link dev.holdfast.tck.process.ProcessRules}: one exclusive hold.
 *   <li>{@link dev.holdfast.tck.process.ReadersProcessRules}: readers and writers.
 *   <li>{@link dev.holdfast.tck.process.SemaphoreProcessRules}: semaphores.
 * </ul>
 */
@NullMarked
package dev.holdfast.tck.process;

import org.jspecify.annotations.NullMarked;
