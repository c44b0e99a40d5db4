/**
 * Real servers on this machine, each started, stopped, killed and paused in the same way, by {@link
 * dev.holdfast.servers.Server}. {@link dev.holdfast.servers.ServerProcess} is how one process is
 * run; {@link dev.holdfast.servers.Ports} finds it a port, {@link
 * dev.holdfast.servers.BundledPrograms} and {@link dev.holdfast.servers.DebianPackage} its program,
 * which stays in the folder {@code .servers} of the checkout. {@link dev.holdfast.servers.Relay} is
 * a way to a server that can be cut.
 */
@NullMarked
package dev.holdfast.servers;

import org.jspecify.annotations.NullMarked;
