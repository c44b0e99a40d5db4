package dev.holdfast.internal;

import dev.holdfast.HoldfastListener;
import dev.holdfast.LockOptions;
import dev.holdfast.spi.EngineHost;
import java.time.Duration;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** The settings of a client. */
public record ClientSettings(
    String name,
    String namespace,
    LockOptions options,
    @Nullable Executor callbacks,
    HoldfastListener listener,
    @Nullable EngineHost host,
    boolean traceLeases,
    Duration closeTimeout) {}
