/**
 * {@code holdfast demo}: a lottery that is drawn by eight processes, once under the lock recipe
 * that is found everywhere and once under Holdfast.
 *
 * <p>Read first: {@link dev.holdfast.cli.demo.Demo}, the whole show; {@link
 * dev.holdfast.cli.demo.Scene}, one draw of it; {@link dev.holdfast.cli.demo.Worker}, one of the
 * eight processes, and {@link dev.holdfast.cli.demo.Recipe}, how it locks.
 *
 * <p>The others: {@link dev.holdfast.cli.demo.DemoCommand} has the options, {@link
 * dev.holdfast.cli.demo.Stage} starts and ends the processes, {@link
 * dev.holdfast.cli.demo.WorkerProcess} and {@link dev.holdfast.cli.demo.RedisProcess} are two kinds
 * of them, {@link dev.holdfast.cli.demo.LotteryTable} is the database, and {@link
 * dev.holdfast.cli.demo.Progress} is what the user sees.
 */
@NullMarked
package dev.holdfast.cli.demo;

import org.jspecify.annotations.NullMarked;
