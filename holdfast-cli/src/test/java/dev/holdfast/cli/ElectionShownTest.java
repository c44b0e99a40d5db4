package dev.holdfast.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.jr.ob.JSON;
import dev.holdfast.Holdfast;
import dev.holdfast.LeadershipListener;
import dev.holdfast.Lease;
import dev.holdfast.Loss;
import dev.holdfast.cli.output.ExitCodes;
import dev.holdfast.cli.output.Terminal;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** What candidates publish is shown, and cannot do anything to the terminal. */
final class ElectionShownTest implements LeadershipListener {
  private static final String STORE = "memory:election-shown";

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  private String show(String... more) {
    out.reset();
    PrintStream stream = new PrintStream(out, true, StandardCharsets.UTF_8);
    String[] arguments = new String[4 + more.length];
    System.arraycopy(new String[] {"show", "--store", STORE, "e"}, 0, arguments, 0, 4);
    System.arraycopy(more, 0, arguments, 4, more.length);
    assertEquals(
        ExitCodes.OK, Main.execute(new Terminal(stream, stream, new boolean[3], false), arguments));
    return out.toString(StandardCharsets.UTF_8);
  }

  @Test
  void leadersAndCandidatesAreShownWithTheirData() throws IOException {
    try (Holdfast anna = Holdfast.builder(STORE).name("anna").build();
        Holdfast bert = Holdfast.builder(STORE).name("bert").build();
        Holdfast carl = Holdfast.builder(STORE).name("carl").build()) {
      anna.election("e").campaign("http://a:80/\033[2J", this);
      Awaitility.await().until(() -> anna.inspect("e").isHeld());
      bert.election("e").campaign("http://b:80/", this);
      Awaitility.await().until(() -> anna.inspect("e").waiters().size() == 1);
      carl.election("e").campaign("", this);
      Awaitility.await().until(() -> anna.inspect("e").waiters().size() == 2);
      String text = show();
      assertTrue(text.matches("(?s).*  holder   anna on .*: http://a:80/.*"), text);
      assertFalse(text.contains("\033"), text);
      assertTrue(text.matches("(?s).*  waiting  1\\. bert on [^\n]*: http://b:80/\n.*"), text);
      assertTrue(text.matches("(?s).* 2\\. carl on [^\n]*\\)\n.*"), text);

      Map<String, Object> json = JSON.std.mapFrom(show("--json"));
      Map<?, ?> owner = (Map<?, ?>) ((Map<?, ?>) json.get("hold")).get("owner");
      assertEquals("http://a:80/\033[2J", owner.get("data"));
      assertEquals("", ((Map<?, ?>) ((List<?>) json.get("waiters")).get(1)).get("data"));
    }
  }

  @Override
  public void elected(Lease lease) {}

  @Override
  public void ended(Optional<Loss> loss) {}
}
