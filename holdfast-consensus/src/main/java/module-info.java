/** The protocol of stores with a register for each name and nodes that end with a session. */
@SuppressWarnings("module") // the stores are compiled after this
module dev.holdfast.consensus {
  requires transitive dev.holdfast.core;
  requires static org.jspecify;

  exports dev.holdfast.consensus to
      dev.holdfast.zookeeper,
      dev.holdfast.etcd;
}
