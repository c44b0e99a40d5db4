package dev.holdfast.tck;

/** The whole kit on the memory store. */
class MemoryStoreTest implements HoldfastTck {
  @Override
  public StoreFixture fixture() {
    return MemoryFixture.real();
  }
}
