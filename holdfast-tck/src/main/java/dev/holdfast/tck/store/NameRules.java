package dev.holdfast.tck.store;

import static dev.holdfast.tck.internal.clients.SpiClient.absent;
import static dev.holdfast.tck.internal.clients.SpiClient.holding;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.tck.fixture.Rig;
import dev.holdfast.tck.fixture.RuleGroup;
import dev.holdfast.tck.internal.ShortKit;
import dev.holdfast.tck.internal.clients.SpiClient;
import dev.holdfast.tck.internal.clients.SpiClient.Held;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** A1 for names: any string of 1 to 512 UTF-8 bytes is a lock of its own. */
public interface NameRules extends RuleGroup {
  /** Names that careless stores fold together, cut short, or take for syntax. */
  static List<String> oddNames() {
    return List.of(
        "a",
        "A",
        "á",
        "a\u0301", // looks like the one before, composed otherwise
        "ａ", // full width
        "a ",
        " a",
        "a\t",
        "a\n",
        "a\u0000",
        "a\u0000b",
        "\u0000",
        " ",
        "  ",
        "{a}",
        "{a",
        "a}",
        "{}",
        "}{",
        "{a}{b}",
        "{a}:q",
        "a:q",
        "a:",
        ":a",
        "a*",
        "a?",
        "a%",
        "a_",
        "%61",
        "a'--",
        "a\"",
        "a\\",
        "a/b",
        "../a",
        "a;b",
        "a,b",
        "a\r\nDEL x",
        "1",
        "01",
        "1.0",
        "NULL",
        "null",
        "ß",
        "ss",
        "ı",
        "i",
        "İ",
        "\uD83D\uDD12",
        "\uD83D\uDD13",
        "\uFFFD",
        "\u200Ba",
        "x".repeat(511),
        "x".repeat(512),
        "x".repeat(511) + "y",
        "\uD83D\uDD12".repeat(128));
  }

  @Test
  @ShortKit
  default void required_A1_oddNamesAreLocksOfTheirOwn(Rig rig) {
    SpiClient a = SpiClient.of(rig, "a");
    SpiClient b = SpiClient.of(rig, "b");
    Map<String, Held> held = new LinkedHashMap<>();
    oddNames().forEach(name -> held.put(name, a.take(name)));
    for (Map.Entry<String, Held> entry : held.entrySet()) {
      String name = entry.getKey();
      Held hold = entry.getValue();
      assertEquals(hold.attempt(), absent(b.tryAcquire(name, b.attempt())).holder());
      String waiting = b.queue(name);
      assertTrue(a.release(name, hold.attempt()), () -> "should release '" + name + "'");
      holding(b.renew(name, waiting));
    }
  }

  @Test
  default void required_A1_oddNamesAreShownAsTheyAre(Rig rig) {
    SpiClient a = SpiClient.of(rig, "a");
    for (String name : oddNames()) {
      a.take(name);
      assertEquals(name, a.inspect(name).name());
    }
    assertEquals(new TreeSet<>(oddNames()), new TreeSet<>(a.names(1_000)));
    assertEquals(oddNames().size(), a.names(1_000).size(), "each name is listed once");
    assertEquals(3, a.names(3).size(), "a list has a limit");
  }

  @Test
  default void required_A1_namespacesDoNotMeet(Rig rig) {
    SpiClient a = SpiClient.of(rig, "a");
    String[] namespaces = {"", rig.namespace() + ".x", rig.namespace().substring(1)};
    String name = "namespaces-" + rig.namespace();
    a.take(name);
    for (String namespace : namespaces) {
      SpiClient other = SpiClient.inNamespace(rig, "other", namespace);
      Held held = other.take(name);
      assertTrue(other.names(10_000).contains(name));
      other.release(name, held.attempt());
    }
    assertEquals(List.of(name), a.names(10));
  }
}
