/** Holdfast TCK: the rules of a lock store as JUnit tests. */
module dev.holdfast.tck {
  requires transitive dev.holdfast.core;
  requires transitive org.junit.jupiter.api;
  requires static org.jspecify;

  exports dev.holdfast.tck;
  exports dev.holdfast.tck.client;
  exports dev.holdfast.tck.fixture;
  exports dev.holdfast.tck.process;
  exports dev.holdfast.tck.store;

  // JUnit calls the tests by reflection.
  opens dev.holdfast.tck;
  opens dev.holdfast.tck.client;
  opens dev.holdfast.tck.fixture;
  opens dev.holdfast.tck.process;
  opens dev.holdfast.tck.store;
}
