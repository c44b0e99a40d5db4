/**
 * Locks on etcd: {@link dev.holdfast.etcd.EtcdStore} over a jetcd client, or by a URL {@code
 * etcd://h1,h2,h3/path}.
 */
@NullMarked
package dev.holdfast.etcd;

import org.jspecify.annotations.NullMarked;
