package dev.holdfast.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.jr.ob.JSON;
import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.cli.output.ExitCodes;
import dev.holdfast.cli.output.Terminal;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** {@code holdfast watch}, in this process, over a store in memory. */
final class WatchTest {
  private static final String STORE = "memory:watch-test";
  private static final String BEGIN = "\033[?1049h";
  private static final String END = "\033[?1049l";

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final Holdfast holder = Holdfast.builder(STORE).name("holder").build();
  private final Holdfast other = Holdfast.builder(STORE).name("other").build();

  /** The name that is waited for was locked last, and its own name is the last one. */
  @BeforeEach
  void lock() throws InterruptedException {
    Lease first = holder.mutex("job:1").acquire();
    Lease second = holder.mutex("mail").acquire();
    Lease third = holder.mutex("job:2").acquire();
    CompletableFuture<Lease> waiting = other.mutex("job:2").acquireAsync();
    Awaitility.await().until(() -> holder.inspect("job:2").waiters().size() == 1);
    assertTrue(first.isHeld() && second.isHeld() && third.isHeld() && !waiting.isDone());
  }

  @AfterEach
  void close() {
    other.close();
    holder.close();
  }

  private int watch(boolean screen, String... arguments) {
    boolean[] terminals = {false, screen, false};
    Terminal terminal =
        new Terminal(
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            terminals,
            false);
    String[] all = new String[arguments.length + 5];
    System.arraycopy(new String[] {"watch", "--store", STORE, "--every", "100ms"}, 0, all, 0, 5);
    System.arraycopy(arguments, 0, all, 5, arguments.length);
    return Main.execute(terminal, all);
  }

  private static String text(ByteArrayOutputStream stream) {
    return stream.toString(StandardCharsets.UTF_8);
  }

  private static List<String> names(List<String> lines) {
    return lines.stream().map(line -> line.split(" +", -1)[1]).toList();
  }

  @Test
  void eachLookPrintsWhatIsMostWaitedForFirst() {
    assertEquals(ExitCodes.OK, watch(false, "--times", "2"), () -> text(err));
    List<String> lines = text(out).lines().toList();
    assertEquals(List.of("job:2", "job:1", "mail", "job:2", "job:1", "mail"), names(lines));
    assertTrue(lines.get(0).contains("holder on ") && lines.get(0).endsWith(" 1"), lines.get(0));
    assertTrue(
        lines.get(0).matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ  .*"), lines.get(0));
  }

  @Test
  void onlyNamesThatBeginWithThePrefixAreShown() {
    assertEquals(ExitCodes.OK, watch(false, "--times", "1", "job:"), () -> text(err));
    assertEquals(List.of("job:2", "job:1"), names(text(out).lines().toList()));
  }

  @Test
  void withoutLocksEachLookSaysSo() {
    assertEquals(ExitCodes.OK, watch(false, "--times", "1", "none"), () -> text(err));
    assertTrue(text(out).endsWith("  nothing is held or waited for\n"), text(out));
  }

  @Test
  void eachLookIsAnObjectOnALineOfItsOwn() throws IOException {
    assertEquals(ExitCodes.OK, watch(false, "--times", "2", "--json"), () -> text(err));
    List<String> lines = text(out).lines().toList();
    assertEquals(2, lines.size(), text(out));
    Map<String, Object> look = JSON.std.mapFrom(lines.get(1));
    assertTrue(look.containsKey("at"));
    Map<?, ?> first = (Map<?, ?>) ((List<?>) look.get("locks")).get(0);
    assertEquals("job:2", first.get("name"));
    assertEquals(1, ((List<?>) first.get("waiters")).size());
  }

  @Test
  void aScreenIsDrawnAndPutBack() {
    assertEquals(ExitCodes.OK, watch(true, "--times", "2"), () -> text(err));
    String drawn = text(out);
    assertTrue(drawn.startsWith(BEGIN) && drawn.endsWith(END), drawn);
    assertTrue(drawn.contains("q quits"), drawn);
    assertTrue(drawn.indexOf("job:2") < drawn.indexOf("job:1"), drawn);
    assertEquals(2, drawn.split("NAME ", -1).length - 1, drawn);
  }

  @Test
  void whatMakesNoSenseIsRefused() {
    assertEquals(ExitCodes.USAGE, watch(false, "--every", "1ms"));
    assertEquals(ExitCodes.USAGE, watch(false, "--times", "0"));
    assertEquals("", text(out));
  }
}
