package dev.holdfast.micrometer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.holdfast.servers.PrometheusServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The alerts fire and stay silent as their tests say, by Prometheus's own tool. */
final class AlertsTest {
  private static final String RULES = "alerts/holdfast.rules.yml";
  private static final Path TESTS = Emitted.file("alerts/holdfast.rules.test.yml");
  private static final Pattern RULE =
      Pattern.compile("alert: (\\w+)\\s+expr: (?:>-\\n(?: {10}.*\\n)+|.*\\n)");

  @TempDir Path folder;

  static Stream<String> alerts() throws IOException {
    return RULE.matcher(Emitted.text(RULES)).results().map(rule -> rule.group(1));
  }

  @Test
  void theRulesPassTheirTests() throws Exception {
    assertEquals("", complaint("check", "rules", Emitted.file(RULES).toString()));
    assertEquals("", complaint("test", "rules", TESTS.toString()));
  }

  @Tag("rest")
  @ParameterizedTest
  @MethodSource("alerts")
  void anAlertThatNeverFiresFailsATest(String alert) throws Exception {
    assertNotEquals("", complaintWith(alert, "vector(0) > 1"));
  }

  @Tag("rest")
  @ParameterizedTest
  @MethodSource("alerts")
  void anAlertThatAlwaysFiresFailsATest(String alert) throws Exception {
    assertNotEquals("", complaintWith(alert, "vector(1)"));
  }

  /** What the tool says where the expression of an alert is another one. */
  private String complaintWith(String alert, String expression) throws Exception {
    Matcher rules = RULE.matcher(Emitted.text(RULES));
    String changed =
        rules.replaceAll(
            rule ->
                rule.group(1).equals(alert)
                    ? "alert: " + alert + "\n        expr: " + expression + "\n"
                    : Matcher.quoteReplacement(rule.group()));
    Path file = Files.writeString(folder.resolve("holdfast.rules.yml"), changed);
    Path tests = Files.copy(TESTS, folder.resolve("tests.yml"));
    assertEquals("", complaint("check", "rules", file.toString()), "it is still a file of rules");
    return complaint("test", "rules", tests.toString());
  }

  /** What the tool says if it fails; else empty. */
  private static String complaint(String... arguments) throws Exception {
    List<String> command =
        Stream.concat(Stream.of(PrometheusServer.promtool().toString()), Stream.of(arguments))
            .toList();
    Process tool = new ProcessBuilder(command).redirectErrorStream(true).start();
    tool.getOutputStream().close();
    String said = new String(tool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return tool.waitFor() == 0 ? "" : "promtool failed: " + said;
  }
}
