package dev.holdfast.spi;

/** What is promised of locks in a store; see docs/claims.md. */
public enum Guarantee {
  /** A resource that checks tokens accepts writes only in the order of the grants. */
  C1("a resource that checks tokens accepts writes only in the order of the grants"),

  /** No two clients' valid times for one name overlap. */
  C2("no two clients hold one name at a time");

  private final String meaning;

  Guarantee(String meaning) {
    this.meaning = meaning;
  }

  /** The claim in a few words. */
  public String meaning() {
    return meaning;
  }
}
