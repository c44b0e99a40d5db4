/** Holdfast: distributed locks with fencing tokens, one API over several stores. */
module dev.holdfast.core {
  requires static org.jspecify;

  exports dev.holdfast;
  exports dev.holdfast.memory;
  exports dev.holdfast.quorum;
  exports dev.holdfast.shards;
  exports dev.holdfast.spi;

  uses dev.holdfast.spi.StoreProvider;

  provides dev.holdfast.spi.StoreProvider with
      dev.holdfast.memory.MemoryStoreProvider,
      dev.holdfast.quorum.RedlockProvider;
}
