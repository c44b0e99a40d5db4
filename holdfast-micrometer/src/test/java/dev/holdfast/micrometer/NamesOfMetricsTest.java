package dev.holdfast.micrometer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Alerts, the dashboard and the page for operators have the metrics that there are. */
final class NamesOfMetricsTest {
  private static final String RULES = "alerts/holdfast.rules.yml";
  private static final String PAGE = "docs/operations.md";

  @Test
  void prometheusGetsTheseNames() {
    assertEquals(
        Set.of(
            "holdfast_locks_held",
            "holdfast_locks_oldest_hold_seconds",
            "holdfast_locks_waiting",
            "holdfast_locks_oldest_wait_seconds",
            "holdfast_election_leader",
            "holdfast_election_changes_total",
            "holdfast_fence_refused_total",
            "holdfast_leases_jeopardy",
            "holdfast_release_pending",
            "holdfast_store_sessions",
            "holdfast_lock_granted_total",
            "holdfast_lock_lent_total",
            "holdfast_leases_lost_total",
            "holdfast_lease_loss_total",
            "holdfast_lock_acquire_seconds_count",
            "holdfast_lock_acquire_seconds_sum",
            "holdfast_lock_acquire_seconds_max",
            "holdfast_lock_hold_seconds_count",
            "holdfast_lock_hold_seconds_sum",
            "holdfast_lock_hold_seconds_max",
            "holdfast_lease_renew_seconds_count",
            "holdfast_lease_renew_seconds_sum",
            "holdfast_lease_renew_seconds_max",
            "holdfast_store_call_seconds_count",
            "holdfast_store_call_seconds_sum",
            "holdfast_store_call_seconds_max",
            "holdfast_lease_margin_seconds_count",
            "holdfast_lease_margin_seconds_sum",
            "holdfast_lease_margin_seconds_max",
            "holdfast_lease_margin_seconds_bucket"),
        Emitted.samples());
  }

  @Test
  void everyPanelHasMetricsThatExistAndEveryMetricHasAPanel() throws IOException {
    Set<String> shown = new TreeSet<>();
    for (Map<?, ?> panel : panels()) {
      assertFalse(targets(panel).isEmpty(), "a panel shows nothing: " + panel.get("title"));
      for (Map<?, ?> target : targets(panel)) {
        Set<String> names = Emitted.in((String) target.get("expr"));
        assertFalse(names.isEmpty(), "no metric of ours: " + target.get("expr"));
        shown.addAll(names);
      }
    }
    assertEquals(Emitted.samples(), shown);
  }

  @Test
  void theDashboardsVariablesAreOfMetricsThatExist() throws IOException {
    Set<String> strangers = Emitted.in(Emitted.text("dashboards/holdfast.json"));
    strangers.removeAll(Emitted.samples());
    assertEquals(Set.of(), strangers);
  }

  @Test
  void panelsHaveATitleADescriptionAUnitAndAPlaceOfTheirOwn() throws IOException {
    Set<Object> places = new TreeSet<>();
    for (Map<?, ?> panel : panels()) {
      assertFalse(panel.get("title").toString().isBlank());
      assertFalse(panel.get("description").toString().isBlank(), panel.get("title").toString());
      assertTrue(panel.get("fieldConfig").toString().contains("unit="), "of what is it?");
      assertTrue(places.add(panel.get("gridPos").toString()), "one panel is upon another");
    }
  }

  @Test
  void alertsAreOfMetricsThatExist() throws IOException {
    Set<String> strangers = Emitted.in(Emitted.text(RULES));
    strangers.removeAll(Emitted.samples());
    assertEquals(Set.of(), strangers);
    Set<String> unknown = Emitted.in(Emitted.text("alerts/holdfast.rules.test.yml"));
    unknown.removeAll(Emitted.in(Emitted.text(RULES)));
    assertEquals(Set.of(), unknown, "these are in tests, and in no rule");
  }

  @Test
  void thePageHasEveryMetricAndEveryAlert() throws IOException {
    String page = Emitted.text(PAGE);
    assertEquals(Emitted.meters(), found(page, "(?m)^\\| `(holdfast\\.[a-z.]+)`"));
    Set<String> strangers = Emitted.in(page);
    strangers.removeAll(Emitted.samples());
    assertEquals(Set.of(), strangers);
    Set<String> alerts = found(Emitted.text(RULES), "alert: (\\w+)");
    assertFalse(alerts.isEmpty());
    assertEquals(alerts, found(page, "(?m)^### (Holdfast\\w+)$"));
    assertEquals(
        alerts.stream().map(a -> a.toLowerCase(Locale.ROOT)).collect(Collectors.toSet()),
        found(Emitted.text(RULES), "runbook: docs/operations.md#(\\w+)"));
  }

  private static Set<String> found(String text, String pattern) {
    return Pattern.compile(pattern)
        .matcher(text)
        .results()
        .map(result -> result.group(1))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static List<Map<?, ?>> panels() throws IOException {
    Map<String, Object> dashboard = JSON.std.mapFrom(Emitted.text("dashboards/holdfast.json"));
    return maps(dashboard.get("panels"));
  }

  private static List<Map<?, ?>> targets(Map<?, ?> panel) {
    return maps(panel.get("targets"));
  }

  private static List<Map<?, ?>> maps(Object list) {
    return ((List<?>) list).stream().<Map<?, ?>>map(each -> (Map<?, ?>) each).toList();
  }
}
