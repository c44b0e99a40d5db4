package dev.holdfast.shedlock;

import dev.holdfast.Holdfast;
import java.util.UUID;

/** The contract on the store in memory. */
class MemoryLockProviderTest extends LockProviderContractTests {
  private final String url = "memory:" + UUID.randomUUID();

  @Override
  Holdfast client() {
    return Holdfast.connect(url);
  }
}
