package dev.holdfast.spring.boot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.Candidacy;
import dev.holdfast.Holdfast;
import dev.holdfast.HoldfastListener;
import dev.holdfast.LeadershipListener;
import dev.holdfast.Lease;
import dev.holdfast.LockInfo;
import dev.holdfast.Loss;
import dev.holdfast.StoreException;
import dev.holdfast.micrometer.HoldfastMetrics;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import java.nio.file.Path;
import java.security.Principal;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.audit.AuditEvent;
import org.springframework.boot.actuate.audit.listener.AuditApplicationEvent;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.info.Info;
import org.springframework.boot.actuate.info.InfoContributor;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.context.PropertyPlaceholderAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationListener;

/** What operators are told of a client. */
class ActuatorTest {
  @TempDir Path folder;

  private final ApplicationContextRunner application =
      new ApplicationContextRunner()
          .withConfiguration(
              AutoConfigurations.of(
                  HoldfastAutoConfiguration.class,
                  HoldfastActuatorAutoConfiguration.class,
                  HoldfastMetricsAutoConfiguration.class,
                  PropertyPlaceholderAutoConfiguration.class))
          .withPropertyValues(
              "holdfast.url=memory:", "management.endpoints.web.exposure.include=*");

  /** Reads and breaks: anybody may, as far as this context is asked. */
  private static SecurityContext of(String name) {
    return new SecurityContext() {
      @Override
      public Principal getPrincipal() {
        return () -> name;
      }

      @Override
      public boolean isUserInRole(String role) {
        return true;
      }
    };
  }

  private static Map<String, Object> health(ApplicationContext context) {
    Map<String, Object> details = new LinkedHashMap<>();
    context.getBean(ClientHealth.class).look(details::put);
    return details;
  }

  private static boolean hasHealth(ApplicationContext context) {
    return context.containsBean("holdfastHealthIndicator");
  }

  /** Those of another version of Spring Boot have a configuration of their own. */
  private static boolean isBoot4() {
    return org.springframework.boot.SpringBootVersion.getVersion().startsWith("4.");
  }

  @Test
  void healthAsksTheStore() {
    application.run(
        context -> {
          Holdfast client = context.getBean(Holdfast.class);
          try (Lease lease = client.mutex("x").acquire(Duration.ofSeconds(5))) {
            Map<String, Object> details = health(context);
            assertTrue(lease.isHeld());
            assertEquals(1, details.get("held"));
            assertEquals(0, details.get("inJeopardy"));
            assertInstanceOf(Long.class, details.get("roundTripMillis"));
            assertEquals(List.of(), client.names(10).stream().filter(n -> !n.equals("x")).toList());
          }
          assertEquals(isBoot4(), hasHealth(context));
        });
  }

  @Test
  void healthSaysWhatTheStoreSaid() {
    application
        .withPropertyValues("holdfast.url=sqlite:" + folder.resolve("absent/a.db"))
        .run(
            context -> {
              Map<String, Object> details = new LinkedHashMap<>();
              StoreException down =
                  assertThrows(
                      StoreException.class,
                      () -> context.getBean(ClientHealth.class).look(details::put));
              assertTrue(down.getMessage().contains("a.db"), down.getMessage());
              assertEquals(0L, details.get("lost"));
              assertFalse(details.containsKey("roundTripMillis"), details::toString);
            });
  }

  @Test
  void healthCanBeTurnedOff() {
    application
        .withPropertyValues("management.health.holdfast.enabled=false")
        .run(context -> assertFalse(hasHealth(context)));
  }

  @Test
  void theLastLossIsRemembered() {
    application
        .withBean(Looking.class)
        .run(
            context -> {
              Holdfast client = context.getBean(Holdfast.class);
              Lease lease = client.mutex("x").acquire(Duration.ofSeconds(5));
              assertTrue(client.breakHold("x"));
              Map<String, Object> seen =
                  context.getBean(Looking.class).seen.get(30, TimeUnit.SECONDS);
              assertFalse(lease.isHeld());
              Map<?, ?> loss = assertInstanceOf(Map.class, seen.get("lastLoss"));
              assertEquals("x", loss.get("name"));
              assertEquals("broken", loss.get("kind"));
              assertEquals(loss, health(context).get("lastLoss"));
              assertEquals(loss, context.getBean(HoldfastEndpoint.class).client().get("lastLoss"));
            });
  }

  /** An application's listener that looks at health when it hears of a loss. */
  static final class Looking implements HoldfastListener {
    private final ObjectProvider<ClientHealth> health;
    final CompletableFuture<Map<String, Object>> seen = new CompletableFuture<>();

    Looking(ObjectProvider<ClientHealth> health) {
      this.health = health;
    }

    @Override
    public void lost(String name, long token, Loss loss) {
      Map<String, Object> details = new LinkedHashMap<>();
      health.getObject().look(details::put);
      seen.complete(details);
    }
  }

  @Test
  void theEndpointShowsWhatThisClientHolds() {
    application.run(
        context -> {
          Holdfast client = context.getBean(Holdfast.class);
          try (Lease lease = client.mutex("invoice:7").acquire(Duration.ofSeconds(5))) {
            Map<String, Object> report = context.getBean(HoldfastEndpoint.class).client();
            List<?> leases = assertInstanceOf(List.class, report.get("leases"));
            Map<?, ?> only = assertInstanceOf(Map.class, leases.get(0));
            assertEquals(1, leases.size());
            assertEquals("invoice:7", only.get("name"));
            assertEquals(Long.toString(lease.token()), only.get("token"));
            Map<?, ?> statistics = assertInstanceOf(Map.class, report.get("statistics"));
            assertEquals(1, statistics.get("held"));
          }
        });
  }

  @Test
  void theEndpointShowsWhatThisClientWaitsForAndWhereItIsACandidate() {
    application.run(
        context -> {
          Holdfast client = context.getBean(Holdfast.class);
          HoldfastEndpoint endpoint = context.getBean(HoldfastEndpoint.class);
          Elected elected = new Elected();
          try (Lease lease = client.mutex("invoice:7").acquire(Duration.ofSeconds(5));
              Candidacy candidacy = client.election("nightly").campaign("", elected)) {
            CompletableFuture<Lease> waiting = client.mutex("invoice:7").acquireAsync();
            String term = elected.term.get(10, TimeUnit.SECONDS).toString();
            Map<String, Object> report = endpoint.client();
            assertEquals(
                Map.of("name", "nightly", "leads", true, "term", term),
                assertInstanceOf(List.class, report.get("candidacies")).get(0));
            Map<?, ?> wait = (Map<?, ?>) assertInstanceOf(List.class, report.get("waits")).get(0);
            assertEquals("invoice:7", wait.get("name"));
            assertEquals(1, wait.get("requests"));
            assertTrue(waiting.cancel(false));
            assertTrue(lease.isHeld() && candidacy.isLeader());
          }
        });
  }

  /** Says in which term it leads. */
  private static final class Elected implements LeadershipListener {
    final CompletableFuture<Long> term = new CompletableFuture<>();

    @Override
    public void elected(Lease lease) {
      term.complete(lease.token());
    }

    @Override
    public void ended(Optional<Loss> loss) {}
  }

  @Test
  void theEndpointShowsWhatTheStoreKnowsOfAName() {
    application.run(
        context -> {
          Holdfast client = context.getBean(Holdfast.class);
          HoldfastEndpoint endpoint = context.getBean(HoldfastEndpoint.class);
          try (Lease lease = client.mutex("a/b").acquire(Duration.ofSeconds(5))) {
            Map<String, Object> report = endpoint.lock("a", "b").getBody();
            assertTrue(lease.isHeld());
            assertEquals("a/b", report.get("name"));
            assertEquals(true, report.get("held"));
            assertEquals(1, assertInstanceOf(List.class, report.get("holds")).size());
          }
          assertEquals(400, endpoint.lock("").getStatus());
        });
  }

  @Test
  void aStoreThatIsDownIsNotAFreeName() {
    application
        .withPropertyValues("holdfast.url=sqlite:" + folder.resolve("absent/a.db"))
        .run(
            context -> {
              WebEndpointResponse<Map<String, Object>> answer =
                  context.getBean(HoldfastEndpoint.class).lock("x");
              assertEquals(503, answer.getStatus());
              assertTrue(answer.getBody().containsKey("error"));
            });
  }

  private record Heard(List<AuditEvent> events)
      implements ApplicationListener<AuditApplicationEvent> {
    @Override
    public void onApplicationEvent(AuditApplicationEvent event) {
      events.add(event.getAuditEvent());
    }
  }

  @Test
  void aHoldIsBrokenForAReasonAndThatIsAudited() {
    List<AuditEvent> heard = new java.util.ArrayList<>();
    application
        .withBean(Heard.class, () -> new Heard(heard))
        .run(
            context -> {
              Holdfast client = context.getBean(Holdfast.class);
              HoldfastEndpoint endpoint = context.getBean(HoldfastEndpoint.class);
              Lease lease = client.mutex("x").acquire(Duration.ofSeconds(5));
              for (String noReason : List.of("", " ", "a\nb", "x".repeat(201))) {
                assertEquals(400, endpoint.breakHold(of("ann"), noReason, "x").getStatus());
              }
              assertTrue(lease.isHeld());
              assertEquals(List.of(), heard);
              assertEquals(
                  Map.of("name", "x", "broken", true),
                  endpoint.breakHold(of("ann"), "it hangs", "x").getBody());
              assertEquals(1, heard.size());
              assertEquals("ann", heard.get(0).getPrincipal());
              assertEquals("HOLDFAST_BREAK", heard.get(0).getType());
              assertEquals(
                  Map.of("name", "x", "reason", "it hangs", "broken", true),
                  heard.get(0).getData());
              LockInfo.Break kept = client.inspect("x").breaks().get(0);
              assertEquals("it hangs", kept.reason());
              assertEquals(lease.token(), kept.token());
              assertTrue(
                  endpoint.lock("x").getBody().toString().contains("reason=it hangs"),
                  "the endpoint shows it");
            });
  }

  @Test
  void theEndpointIsThereWhereItIsExposed() {
    application
        .withPropertyValues("management.endpoints.web.exposure.include=health")
        .run(context -> assertTrue(context.getBeansOfType(HoldfastEndpoint.class).isEmpty()));
  }

  @Test
  void infoSaysWhatHoldsIfItIsAskedTo() {
    application.run(context -> assertTrue(context.getBeansOfType(InfoContributor.class).isEmpty()));
    application
        .withPropertyValues(
            "management.info.holdfast.enabled=true",
            "holdfast.url=sqlite:" + folder.resolve("a.db"))
        .run(
            context -> {
              // The file is made in the background, and a look at half of it says nothing.
              assertFalse(context.getBean(Holdfast.class).inspect("x").isHeld());
              Info.Builder builder = new Info.Builder();
              context.getBean(InfoContributor.class).contribute(builder);
              Map<?, ?> report =
                  assertInstanceOf(Map.class, builder.build().getDetails().get("holdfast"));
              assertTrue(String.valueOf(report.get("mutualExclusion")).startsWith("holds"));
              assertTrue(String.valueOf(report.get("orderedWrites")).startsWith("holds"));
              assertTrue(String.valueOf(report.get("store")).contains("a.db"), report::toString);
            });
  }

  @Test
  void infoIsThereWhileTheStoreIsDown() {
    application
        .withPropertyValues(
            "management.info.holdfast.enabled=true",
            "holdfast.url=sqlite:" + folder.resolve("absent/a.db"))
        .run(
            context -> {
              Info.Builder builder = new Info.Builder();
              context.getBean(InfoContributor.class).contribute(builder);
              Map<?, ?> report =
                  assertInstanceOf(Map.class, builder.build().getDetails().get("holdfast"));
              assertTrue(report.containsKey("unknown"), report::toString);
            });
  }

  @Test
  void metricsAreInTheRegistryOfTheApplication() {
    application
        .withBean(MeterRegistry.class, SimpleMeterRegistry::new)
        .run(
            context -> {
              MeterRegistry registry = context.getBean(MeterRegistry.class);
              context.getBean(HoldfastMetrics.class).bindTo(registry);
              Holdfast client = context.getBean(Holdfast.class);
              try (Lease lease = client.mutex("x").acquire(Duration.ofSeconds(5))) {
                assertTrue(lease.isHeld());
                assertEquals(1, registry.get("holdfast.lock.granted").functionCounter().count());
              }
            });
  }

  /** Spans, and timers by the handlers of the application, in place of those of a listener. */
  @Test
  void acquiresAndHoldsAreObservedInTheRegistryOfTheApplication() {
    List<String> observed = new CopyOnWriteArrayList<>();
    ObservationRegistry observations = ObservationRegistry.create();
    observations
        .observationConfig()
        .observationHandler(
            new ObservationHandler<>() {
              @Override
              public void onStop(Observation.Context ended) {
                observed.add(ended.getName());
              }

              @Override
              public boolean supportsContext(Observation.Context any) {
                return true;
              }
            });
    application
        .withBean(MeterRegistry.class, SimpleMeterRegistry::new)
        .withBean(ObservationRegistry.class, () -> observations)
        .run(
            context -> {
              context.getBean(Holdfast.class).mutex("x").acquire(Duration.ofSeconds(5)).close();
              assertEquals(List.of("holdfast.lock.acquire", "holdfast.lock.hold"), observed);
              MeterRegistry registry = context.getBean(MeterRegistry.class);
              assertTrue(registry.find("holdfast.lock.acquire").meters().isEmpty());
              assertTrue(registry.find("holdfast.lock.hold").meters().isEmpty());
            });
  }

  @Test
  void itWorksWithoutMetrics() {
    application.run(context -> assertTrue(context.getBeansOfType(HoldfastMetrics.class).isEmpty()));
    application
        .withBean(MeterRegistry.class, SimpleMeterRegistry::new)
        .withClassLoader(new FilteredClassLoader("dev.holdfast.micrometer"))
        .run(context -> assertEquals(0, context.getBeansOfType(HoldfastMetrics.class).size()));
    application
        .withClassLoader(new FilteredClassLoader("io.micrometer", "dev.holdfast.micrometer"))
        .run(context -> assertTrue(context.containsBean("holdfast")));
  }

  @Test
  void itWorksWithoutTheActuator() {
    application
        .withClassLoader(
            new FilteredClassLoader(
                "org.springframework.boot.actuate", "org.springframework.boot.health"))
        .run(
            context -> {
              assertTrue(context.containsBean("holdfast"));
              assertFalse(context.containsBean("holdfastLastLoss"));
            });
  }

  @Test
  void aClientOfTheApplicationIsShownToo() {
    try (Holdfast own = Holdfast.connect("memory:")) {
      application
          .withPropertyValues("management.info.holdfast.enabled=true")
          .withBean("own", Holdfast.class, () -> own)
          .run(
              context -> {
                assertTrue(health(context).containsKey("roundTripMillis"));
                assertTrue(context.getBeansOfType(InfoContributor.class).isEmpty());
              });
    }
  }
}
