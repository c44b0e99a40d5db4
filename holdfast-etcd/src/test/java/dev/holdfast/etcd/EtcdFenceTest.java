package dev.holdfast.etcd;

/** The guard of data in etcd. */
class EtcdFenceTest extends EtcdFenceTests {
  @Override
  Cluster cluster() {
    return Cluster.shared();
  }
}
