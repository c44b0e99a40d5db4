package dev.holdfast.spring.boot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.StoreException;
import dev.holdfast.memory.MemoryStore;
import dev.holdfast.spi.Finding;
import dev.holdfast.spring.Locked;
import dev.holdfast.spring.LockedMethodException;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.io.support.SpringFactoriesLoader;

/** What is printed instead of a stack trace when the application does not start. */
class FailureAnalyzersTest {
  private final List<FailureAnalyzer> ours =
      SpringFactoriesLoader.forDefaultResourceLocation()
          .load(FailureAnalyzer.class, (type, name, e) -> {})
          .stream()
          .filter(each -> each.getClass().getName().startsWith("dev.holdfast."))
          .toList();

  private FailureAnalysis analysis(Throwable failure) {
    FailureAnalysis found =
        ours.stream()
            .map(each -> each.analyze(new IllegalStateException("bean", failure)))
            .filter(Objects::nonNull)
            .findFirst()
            .orElse(null);
    assertNotNull(found, "nothing is said of " + failure);
    return found;
  }

  @Test
  void aStoreThatIsNotPlain() {
    FailureAnalysis none = analysis(new StoreChoiceException(null, List.of()));
    assertTrue(none.getAction().contains("spring-boot-starter-data-redis"), none.getAction());
    StoreCandidate one = new StoreCandidate("jdbc", "a", false, MemoryStore::create);
    StoreCandidate two = new StoreCandidate("jdbc", "b", false, MemoryStore::create);
    FailureAnalysis several = analysis(new StoreChoiceException(null, List.of(one, two)));
    assertTrue(several.getDescription().contains("- b (jdbc)"), several.getDescription());
    assertTrue(several.getAction().contains("Set holdfast.store"), several.getAction());
  }

  @Test
  void aStoreThatIsNotThere() {
    FailureAnalysis said = analysis(new StoreException("cannot open it", null, true));
    assertEquals("Holdfast: cannot open it", said.getDescription());
  }

  @Test
  void aStoreThatIsRefused() {
    FailureAnalysis said =
        analysis(new StoreRefusedException("not through this", new IllegalArgumentException()));
    assertTrue(said.getAction().contains("holdfast.url"), said.getAction());
  }

  @Test
  void aStoreWithProblems() {
    Finding problem = Finding.problem("eviction", "allkeys-lru", "locks are lost", "noeviction");
    FailureAnalysis said = analysis(new StoreProblemException("redis://h", List.of(problem)));
    assertTrue(said.getDescription().contains("in redis://h:"), said.getDescription());
    assertTrue(said.getDescription().contains("to do: noeviction"), said.getDescription());
    assertTrue(said.getAction().contains("holdfast.doctor set to warn"), said.getAction());
  }

  static class Wrong {
    @Locked("x")
    public final void run() {}

    @Locked("x:#{#id}")
    public void run(long number) {}
  }

  @Test
  void methodsThatWouldNotBeLocked() {
    new ApplicationContextRunner()
        .withConfiguration(AutoConfigurations.of(HoldfastAutoConfiguration.class))
        .withPropertyValues("holdfast.url=memory:")
        .withBean(Wrong.class)
        .run(
            context -> {
              Throwable failure = context.getStartupFailure();
              assertTrue(failure instanceof LockedMethodException, String.valueOf(failure));
              String said = analysis(failure).getDescription();
              assertEquals(3, said.lines().count(), said);
              assertTrue(said.contains("#id is none of the arguments [number]"), said);
            });
  }
}
