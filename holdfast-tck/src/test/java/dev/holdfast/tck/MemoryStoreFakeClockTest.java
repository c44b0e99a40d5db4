package dev.holdfast.tck;

/** The rules of the SPI on a memory store whose clock moves only when the tests say so. */
class MemoryStoreFakeClockTest implements StoreRules {
  @Override
  public StoreFixture fixture() {
    return MemoryFixture.fake();
  }
}
