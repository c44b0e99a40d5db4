package dev.holdfast.lab.check;

import java.util.List;

/**
 * What should not have happened.
 *
 * @param check the check that found it
 * @param text it in a sentence
 * @param name the name it happened to, or -1
 * @param at when
 * @param ops the requests that are part of it
 */
public record Violation(String check, String text, int name, long at, List<Long> ops) {
  public Violation {
    ops = List.copyOf(ops);
  }
}
