/**
 * Locks on ZooKeeper: {@link dev.holdfast.zookeeper.ZooKeeperStore} over a Curator client, or by a
 * URL {@code zookeeper://h1,h2,h3/path}.
 */
@NullMarked
package dev.holdfast.zookeeper;

import org.jspecify.annotations.NullMarked;
