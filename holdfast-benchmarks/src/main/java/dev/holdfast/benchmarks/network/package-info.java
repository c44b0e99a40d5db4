/**
 * A server that is far away: {@link dev.holdfast.benchmarks.network.Network} puts a {@link
 * dev.holdfast.benchmarks.network.DelayJob} between clients and a server; its {@link
 * dev.holdfast.benchmarks.network.Relay} carries each {@link
 * dev.holdfast.benchmarks.network.Parcel} of bytes through a {@link
 * dev.holdfast.benchmarks.network.DelayLine}. {@link dev.holdfast.benchmarks.network.BusyPrograms}
 * keep the processors busy.
 */
@NullMarked
package dev.holdfast.benchmarks.network;

import org.jspecify.annotations.NullMarked;
