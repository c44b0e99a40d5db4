/** A test double of Holdfast for its users' tests: a clock to advance, a store to cut. */
module dev.holdfast.test {
  requires transitive dev.holdfast.core;
  requires static org.jspecify;

  exports dev.holdfast.test;
}
