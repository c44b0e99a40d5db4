package dev.holdfast.cli.output;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

final class TextTest {
  @Test
  void whatAnybodyMayWriteCannotTouchTheTerminal() {
    assertEquals("a\\nb\\u{1b}[31m\\u{0}", Text.visible("a\nb\033[31m\0"));
    assertEquals("\\u{202e}live", Text.visible("\u202elive"));
    assertEquals("back\\\\slash", Text.visible("back\\slash"));
  }

  @Test
  void whatPeopleWriteIsShownAsItIs() {
    assertEquals("'日报 👩‍💻 é {x}'", Text.quoted("日报 👩‍💻 é {x}"));
  }

  @Test
  void columnsAreAsWideAsTheirWidestCell() {
    assertEquals(
        List.of("NAME  HOLDER", "日报  anna", "b     -"),
        new Table().row("NAME", "HOLDER").row("日报", "anna").row("b", "-").lines());
  }

  @Test
  void oneIsNotMany() {
    assertEquals("1 waits", Text.count(1, "waits", "wait"));
    assertEquals("2 wait", Text.count(2, "waits", "wait"));
  }
}
