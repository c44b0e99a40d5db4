package dev.holdfast.micrometer;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.jr.ob.JSON;
import dev.holdfast.servers.PrometheusServer;
import dev.holdfast.servers.RedisServer;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What an operator sees: three programs under load on a Redis, read by a real Prometheus with our
 * alerts, whose times are shorter. One is cut off, one stands still, the store stops, and programs
 * do what is wrong. Each alert must say so, of the right program, and no other one.
 */
@Tag("rest")
final class TrialTest {
  private static final System.Logger LOG = System.getLogger(TrialTest.class.getName());
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String CLIENTS = "ABCD";
  private static final Set<String> TWO_LEADERS = Set.of("HoldfastTwoLeaders nightly");

  @TempDir Path folder;

  private final List<TrialProcess> programs = new ArrayList<>();
  private RedisServer redis;
  private PrometheusServer prometheus;
  private long from;

  @BeforeEach
  void start() throws IOException {
    redis = RedisServer.started();
    for (int i = 0; i < CLIENTS.length(); i++) {
      programs.add(new TrialProcess(redis.port()));
    }
    prometheus =
        PrometheusServer.started(shortened(), programs.stream().map(TrialProcess::port).toList());
    for (TrialProcess each : programs.subList(0, 3)) {
      each.tell("open redis://" + each.way.address());
      each.tell("work");
      each.tell("campaign");
    }
  }

  @AfterEach
  void stop() throws IOException {
    for (TrialProcess each : programs) {
      each.close();
    }
    if (prometheus != null) {
      prometheus.close();
    }
    redis.close();
  }

  /** Our alerts for leases of 5 s that are read each second, not of 30 s and each 15 s. */
  private Path shortened() throws IOException {
    String rules =
        Emitted.text("alerts/holdfast.rules.yml")
            .replace("for: 2m", "for: 8s")
            .replaceAll("for: [15]m", "for: 3s")
            .replaceAll("\\[\\d+m]", "[12s]")
            .replaceAll("offset \\d+m", "offset 12s")
            .replace("> 600", "> 8")
            .replace("{group!=\"elections\"} > 3600", "{group!~\"elections|batch\"} > 12");
    return Files.writeString(folder.resolve("rules.yml"), rules);
  }

  @Test
  void alertsTellWhatHappensAndWhere() throws Exception {
    begin("all is well");
    awaitFigure("sum(up)", 4);
    awaitFigure("sum(holdfast_locks_held{group=\"batch\"})", 3);
    awaitFigure("sum(holdfast_election_leader)", 1);
    awaitFigure("min(increase(holdfast_lock_granted_total[5s])) > bool 10", 1);
    assertEquals(Set.of(), told(), "all is well");

    begin("C is cut off");
    TrialProcess leader = programs.get(leader());
    int cut = (leader() + 1) % 3;
    programs.get(cut).way.freeze();
    awaitAlerts("HoldfastLeaseInJeopardy " + CLIENTS.charAt(cut));
    awaitAlerts("HoldfastLeaseLost " + CLIENTS.charAt(cut));
    awaitAlerts("HoldfastStoreDown " + CLIENTS.charAt(cut));
    assertOnly(CLIENTS.charAt(cut));
    programs.get(cut).way.recover();
    awaitSilence();

    begin("the leader stands still");
    char frozen = CLIENTS.charAt(leader());
    leader.pause();
    awaitFigure("sum(up)", 3);
    awaitFigure("sum(holdfast_election_leader)", 1);
    assertEquals(Set.of(), told(), "a program that stands still says nothing");
    leader.resume();
    awaitAlerts("HoldfastLeaseLost " + frozen, "HoldfastLateWriteRefused " + frozen);
    assertOnly(frozen);
    awaitSilence();

    begin("the store stops");
    redis.stop();
    programs.get(3).tell("open redis://" + programs.get(3).way.address() + "?namespace=other");
    programs.get(3).tell("campaign");
    awaitAlerts("HoldfastLeaseInJeopardy A", "HoldfastLeaseInJeopardy B");
    awaitAlerts("HoldfastLeaseInJeopardy C");
    awaitAlerts("HoldfastLeaseLost A", "HoldfastLeaseLost B", "HoldfastLeaseLost C");
    awaitFigure("sum(holdfast_locks_held)", 0);
    awaitAlerts("HoldfastStoreDown A", "HoldfastStoreDown B", "HoldfastStoreDown C");
    awaitAlerts("HoldfastNoLeader nightly", "HoldfastStoreNotReached D");
    awaitAlerts("HoldfastWaitersStarve");

    begin("the store is there again, and D has another namespace");
    redis.start();
    awaitAlerts("HoldfastTwoLeaders nightly");
    await("D is the only trouble").atMost(PATIENCE).until(() -> firing().equals(TWO_LEADERS));

    begin("programs do what is wrong");
    programs.get(0).tell("hold stuck:1");
    programs.get(1).tell("want stuck:1");
    programs.get(2).tell("leak");
    awaitAlerts("HoldfastLeaseLeaked C");
    await("leaders that resign again and again are told")
        .atMost(PATIENCE)
        .until(() -> resignAll() && told().contains("HoldfastLeaderFlaps nightly"));
    awaitAlerts("HoldfastWaitLong B", "HoldfastHoldStuck A");
  }

  // ---- what Prometheus says ----

  private void begin(String phase) {
    from = System.nanoTime();
    LOG.log(Level.INFO, phase);
  }

  /** Which of A, B and C leads, as Prometheus knows in the end. */
  private int leader() {
    return await("one leads")
        .atMost(PATIENCE)
        .until(
            () -> {
              String query = "holdfast_election_leader{instance=\"%s\"} == 1";
              int leader = 0;
              while (leader < 3
                  && figure(query.formatted(programs.get(leader).instance())) == null) {
                leader++;
              }
              return leader;
            },
            leader -> leader < 3);
  }

  private boolean resignAll() throws IOException {
    for (TrialProcess each : programs.subList(0, 3)) {
      each.tell("resign");
    }
    return true;
  }

  /** Awaits that these have fired in this phase; some of them are over soon. */
  private void awaitAlerts(String... wanted) {
    for (String alert : wanted) {
      await("alert " + alert).atMost(PATIENCE).until(() -> told().contains(alert));
      long millis = (System.nanoTime() - from) / 1_000_000;
      LOG.log(Level.INFO, () -> alert + " fires after " + millis + " ms");
    }
  }

  private void awaitSilence() {
    await("no alert fires").atMost(PATIENCE).until(() -> firing().isEmpty());
  }

  /** Of all alerts of this phase, each is of this program. */
  private void assertOnly(char program) throws IOException {
    Set<String> told = told();
    assertTrue(told.stream().allMatch(alert -> alert.endsWith(" " + program)), told.toString());
  }

  /** The alerts that fire, each with whom it is of. */
  private Set<String> firing() throws IOException {
    Set<String> names = new TreeSet<>();
    Map<?, ?> answer = JSON.std.mapFrom(answer("/api/v1/alerts"));
    for (Object alert : (List<?>) ((Map<?, ?>) answer.get("data")).get("alerts")) {
      Map<?, ?> fields = (Map<?, ?>) alert;
      if ("firing".equals(fields.get("state"))) {
        names.add(name((Map<?, ?>) fields.get("labels")));
      }
    }
    return names;
  }

  /** The alerts that have fired since this phase began. */
  private Set<String> told() throws IOException {
    long seconds = 1 + (System.nanoTime() - from) / 1_000_000_000;
    Set<String> names = new TreeSet<>();
    for (Map<?, ?> sample :
        query("count_over_time(ALERTS{alertstate=\"firing\"}[" + seconds + "s])")) {
      names.add(name((Map<?, ?>) sample.get("metric")));
    }
    return names;
  }

  private String name(Map<?, ?> labels) {
    StringBuilder name = new StringBuilder(labels.get("alertname").toString());
    for (int i = 0; i < programs.size(); i++) {
      if (programs.get(i).instance().equals(labels.get("instance"))) {
        name.append(' ').append(CLIENTS.charAt(i));
      }
    }
    Object election = labels.get("election");
    return election == null ? name.toString() : name + " " + election;
  }

  /** What Prometheus answers, in the end: a machine that is busy may take its time. */
  private String answer(String path) {
    return await("an answer to " + path)
        .atMost(PATIENCE)
        .ignoreExceptionsInstanceOf(IOException.class)
        .until(() -> prometheus.get(path), text -> !text.isEmpty());
  }

  private void awaitFigure(String query, int wanted) {
    await(query + " is " + wanted)
        .atMost(PATIENCE)
        .until(() -> Integer.toString(wanted).equals(figure(query)));
  }

  /** The first value of an answer; null if there is none. */
  private String figure(String query) throws IOException {
    List<Map<?, ?>> samples = query(query);
    return samples.isEmpty() ? null : ((List<?>) samples.get(0).get("value")).get(1).toString();
  }

  private List<Map<?, ?>> query(String query) throws IOException {
    String path = "/api/v1/query?query=" + URLEncoder.encode(query, StandardCharsets.UTF_8);
    Map<?, ?> data = (Map<?, ?>) JSON.std.mapFrom(answer(path)).get("data");
    return ((List<?>) data.get("result"))
        .stream().<Map<?, ?>>map(each -> (Map<?, ?>) each).toList();
  }
}
