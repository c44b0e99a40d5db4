/** Holdfast TCK: the rules of a lock store as JUnit tests. */
module dev.holdfast.tck {
  requires transitive dev.holdfast.core;
  requires transitive org.junit.jupiter.api;
  requires static org.jspecify;

  exports dev.holdfast.tck;

  // JUnit calls the tests by reflection.
  opens dev.holdfast.tck;
}
