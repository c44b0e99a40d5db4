package dev.holdfast.spring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.lang.reflect.Constructor;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.Flow;
import org.junit.jupiter.api.Test;

/** An application that has neither Reactor nor Reactive Streams. */
class WithoutReactorTest {
  @Test
  void blockingMethodsAreLockedAndReactiveOnesRefused() throws Exception {
    URL[] classes =
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
            .filter(each -> !each.contains("reactor-core") && !each.contains("reactive-streams"))
            .map(WithoutReactorTest::url)
            .toArray(URL[]::new);
    Thread thread = Thread.currentThread();
    ClassLoader with = thread.getContextClassLoader();
    try (URLClassLoader without =
        new URLClassLoader(classes, ClassLoader.getPlatformClassLoader())) {
      thread.setContextClassLoader(without);
      Class<?> application = Class.forName(Application.class.getName(), true, without);
      Constructor<?> constructor = application.getDeclaredConstructor();
      constructor.setAccessible(true);
      ((Runnable) constructor.newInstance()).run();
    } finally {
      thread.setContextClassLoader(with);
    }
  }

  private static URL url(String entry) {
    try {
      return Path.of(entry).toUri().toURL();
    } catch (MalformedURLException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /** Runs where it is loaded. */
  static final class Application implements Runnable {
    @Override
    public void run() {
      assertThrows(
          ClassNotFoundException.class, () -> Class.forName("reactor.core.publisher.Mono"));
      try (ContextForTests app = ContextForTests.of(Shop.class)) {
        assertEquals("shop", app.get(Shop.class).name());
      }
      LockedMethodException refused =
          assertThrows(
              LockedMethodException.class, () -> ContextForTests.of(Reactive.class).close());
      assertTrue(refused.getMessage().contains("reactor-core"), refused.getMessage());
    }
  }

  static class Shop {
    @Locked("shop")
    public String name() {
      return CurrentLease.get().name();
    }
  }

  static class Reactive {
    @Locked("shop")
    public Flow.Publisher<String> names() {
      return subscriber -> {};
    }
  }
}
