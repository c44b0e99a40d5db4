package dev.holdfast.spring.boot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.spring.Locked;
import dev.holdfast.spring.RunOnce;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.aot.generate.ClassNameGenerator;
import org.springframework.aot.generate.DefaultGenerationContext;
import org.springframework.aot.generate.InMemoryGeneratedFiles;
import org.springframework.aot.hint.ExecutableHint;
import org.springframework.aot.hint.ExecutableMode;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.TypeHint;
import org.springframework.aot.hint.TypeReference;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.aot.ApplicationContextAotGenerator;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;
import org.springframework.javapoet.ClassName;

/** What an application that is processed ahead of time keeps for us. */
class HintsTest {
  static class Shop {
    @Locked("invoice:#{#id}")
    public void charge(long id) {}

    @RunOnce(name = "job", atLeast = "1m")
    public void job() {}

    public void free() {}
  }

  /** The hints of an application with one such bean. */
  private static RuntimeHints hints() {
    try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext()) {
      context.register(HoldfastAutoConfiguration.class, Shop.class);
      DefaultGenerationContext generation =
          new DefaultGenerationContext(
              new ClassNameGenerator(ClassName.get(HintsTest.class)), new InMemoryGeneratedFiles());
      new ApplicationContextAotGenerator().processAheadOfTime(context, generation);
      return generation.getRuntimeHints();
    }
  }

  @Test
  void lockedMethodsAreFoundAndCalled() {
    TypeHint shop = hints().reflection().getTypeHint(Shop.class);
    assertNotNull(shop);
    List<ExecutableHint> locked =
        shop.methods().filter(each -> !each.getName().equals("free")).toList();
    assertEquals(
        List.of("charge", "job"), locked.stream().map(ExecutableHint::getName).sorted().toList());
    assertTrue(locked.stream().allMatch(each -> each.getMode() == ExecutableMode.INVOKE));
  }

  @Test
  void propertiesAreBound() {
    RuntimeHints hints = hints();
    for (Class<?> type : List.of(HoldfastProperties.class, HoldfastProperties.Shutdown.class)) {
      assertNotNull(hints.reflection().getTypeHint(TypeReference.of(type)), type.getName());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"dev/holdfast/redis/", "dev/holdfast/jdbc/"})
  void filesOfStoresAreKept(String folder) throws Exception {
    RuntimeHints hints = new RuntimeHints();
    new StoreHints().registerHints(hints, getClass().getClassLoader());
    Resource[] found =
        new PathMatchingResourcePatternResolver().getResources("classpath*:" + folder + "*.*");
    List<String> files =
        Arrays.stream(found)
            .map(Resource::getFilename)
            .filter(name -> !String.valueOf(name).endsWith(".class"))
            .collect(Collectors.toList());
    assertFalse(files.isEmpty());
    for (String file : files) {
      assertTrue(RuntimeHintsPredicates.resource().forResource(folder + file).test(hints), file);
    }
  }
}
