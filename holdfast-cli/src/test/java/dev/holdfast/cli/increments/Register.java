package dev.holdfast.cli.increments;

/**
 * A value that checks fencing tokens: the mark is raised at the first contact, before the value is
 * read, so that an older holder can write no more.
 */
final class Register {
  private long mark;
  private long value;
  private long accepted;
  private long refused;

  /** Answers a child's line: {@code read TOKEN} or {@code write TOKEN VALUE}. */
  synchronized String answer(String line) {
    String[] words = line.split(" ", -1);
    long token = Long.parseLong(words[1]);
    if (token < mark || (words[0].equals("write") && token != mark)) {
      refused++;
      return "refused";
    }
    mark = token;
    if (words[0].equals("read")) {
      return "value " + value;
    }
    value = Long.parseLong(words[2]);
    accepted++;
    return "written";
  }

  synchronized long value() {
    return value;
  }

  synchronized long accepted() {
    return accepted;
  }

  synchronized long refused() {
    return refused;
  }
}
