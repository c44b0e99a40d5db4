package dev.holdfast.benchmarks.network;

import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;

/**
 * Bytes on their way through a {@link Relay}.
 *
 * @param cameNanos when they came
 * @param to where they go
 * @param bytes null for the end of the stream
 */
record Parcel(long cameNanos, SocketChannel to, @Nullable ByteBuffer bytes) {}
