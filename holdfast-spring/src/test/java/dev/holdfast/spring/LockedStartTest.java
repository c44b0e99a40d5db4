package dev.holdfast.spring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.BeanFactoryAware;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.PriorityOrdered;
import org.springframework.core.annotation.AliasFor;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** What fails the start, instead of running without its lock one day. */
class LockedStartTest {
  static class Private {
    @Locked("x")
    @SuppressWarnings("unused")
    private void run() {}
  }

  static class Static {
    @Locked("x")
    public static void run() {}
  }

  static class Final {
    @Locked("x")
    public final void run() {}
  }

  static class NoName {
    @Locked
    public void run() {}
  }

  static class TwoNames {
    @Locked(name = "x", names = "y")
    public void run() {}
  }

  static class UnknownVariable {
    @Locked("x:#{#nr}")
    public void run(long id) {}
  }

  static class NoVariable {
    @Locked("x:#{id}")
    public void run(long id) {}
  }

  static class NoExpression {
    @Locked("x:#{#id")
    public void run(long id) {}
  }

  static class UnknownProperty {
    @Locked("x:${nowhere}")
    public void run() {}
  }

  static class NoDuration {
    @Locked(name = "x", waitAtMost = "soon")
    public void run() {}
  }

  static class Dishonest {
    @Locked(name = "x", otherwise = Locked.Otherwise.SKIP)
    public int run() {
      return 1;
    }
  }

  static class DishonestStage {
    @Locked(name = "x", otherwise = Locked.Otherwise.SKIP)
    public CompletableFuture<String> run() {
      return CompletableFuture.completedFuture("");
    }
  }

  static class InterruptedStage {
    @Locked(name = "x", onLoss = Locked.OnLoss.INTERRUPT)
    public CompletableFuture<Void> run() {
      return CompletableFuture.completedFuture(null);
    }
  }

  static class DishonestJob {
    @RunOnce(name = "x", atLeast = "1m")
    public String run() {
      return "";
    }
  }

  static class NoTime {
    @RunOnce(name = "x", atLeast = "0")
    public void run() {}
  }

  static class Both {
    @Locked("x")
    @RunOnce(name = "x", atLeast = "1m")
    public void run() {}
  }

  static class UnknownPublisher {
    @Locked("x")
    public OwnPublisher run() {
      return new OwnPublisher();
    }
  }

  /** Reactive, and of no type that a pipeline could be made of again. */
  static class OwnPublisher implements Flow.Publisher<String> {
    @Override
    public void subscribe(Flow.Subscriber<? super String> subscriber) {}
  }

  static class ReactiveHold {
    @Locked(name = "x", activeTransaction = Locked.ActiveTransaction.HOLD)
    public Mono<Void> run() {
      return Mono.empty();
    }
  }

  static class ReactiveFence {
    @Locked(name = "x", fence = "x")
    public Flux<String> run() {
      return Flux.empty();
    }
  }

  static class OnlyFuture {
    @Locked("x")
    public Future<String> run() {
      return CompletableFuture.completedFuture("");
    }
  }

  static class LaterCall {
    @Locked("x")
    public Callable<String> run() {
      return () -> "";
    }
  }

  static class LaterElements {
    @Locked("x")
    public IntStream run() {
      return IntStream.empty();
    }
  }

  static class OfAnyType<T> {
    @Locked(name = "x", activeTransaction = Locked.ActiveTransaction.HOLD)
    public T run() {
      throw new AssertionError("ran");
    }
  }

  static class OfStages extends OfAnyType<CompletableFuture<String>> {}

  @Test
  void theTypeThatAMethodReturnsIsThatOfItsBean() {
    LockedMethodException refused =
        assertThrows(LockedMethodException.class, () -> ContextForTests.of(OfStages.class).close());
    assertTrue(
        refused.getMessage().contains("HOLD is for methods that are done"), refused.getMessage());
  }

  static class NoUnit {
    @Locked(name = "x", waitAtMost = "600")
    public void run() {}
  }

  static class Constructed {
    @PostConstruct
    @Locked("x")
    public void run() {}
  }

  static class Destroyed {
    @PreDestroy
    @Locked("x")
    public void run() {}
  }

  static class InitMethod {
    @Locked("x")
    public void run() {}
  }

  @Configuration(proxyBeanMethods = false)
  static class InitMethods {
    @Bean(initMethod = "run")
    InitMethod initMethod() {
      return new InitMethod();
    }
  }

  static class Initializing implements InitializingBean {
    @Override
    @Locked("x")
    public void afterPropertiesSet() {}
  }

  static class Disposable implements DisposableBean {
    @Override
    @Locked("x")
    public void destroy() {}
  }

  static class Closeable implements AutoCloseable {
    @Override
    @Locked("x")
    public void close() {}
  }

  @ParameterizedTest
  @ValueSource(
      classes = {
        Constructed.class,
        Destroyed.class,
        InitMethods.class,
        Initializing.class,
        Disposable.class,
        Closeable.class
      })
  void whatSpringCallsPastTheProxyIsRefused(Class<?> bean) {
    LockedMethodException refused =
        assertThrows(LockedMethodException.class, () -> ContextForTests.of(bean).close());
    assertEquals(1, refused.problems().size(), refused.getMessage());
    assertTrue(refused.getMessage().contains("past the proxy"), refused.getMessage());
  }

  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.TYPE)
  @Locked("x")
  @interface LockedClass {}

  @LockedClass
  static class AnnotatedClass {
    public void run() {}
  }

  @Test
  void anAnnotationOnAClassIsRefused() {
    LockedMethodException refused =
        assertThrows(
            LockedMethodException.class, () -> ContextForTests.of(AnnotatedClass.class).close());
    assertTrue(refused.getMessage().contains("locks none of its methods"), refused.getMessage());
  }

  static class Product implements FactoryBean<Private> {
    @Override
    public Private getObject() {
      return new Private();
    }

    @Override
    public Class<?> getObjectType() {
      return Private.class;
    }
  }

  @Test
  void whatAFactoryBeanMakesIsLookedAt() {
    LockedMethodException refused =
        assertThrows(LockedMethodException.class, () -> ContextForTests.of(Product.class).close());
    assertTrue(refused.getMessage().contains("it is private"), refused.getMessage());
  }

  static class TooManyPermits {
    @Locked(name = "x", permits = "9/8")
    public void run() {}
  }

  static class HeldStage {
    @Locked(name = "x", activeTransaction = Locked.ActiveTransaction.HOLD)
    public CompletionStage<String> run() {
      return CompletableFuture.completedFuture("");
    }
  }

  static class FenceOfTwo {
    @Locked(
        names = {"x", "y"},
        fence = "x")
    public void run() {}
  }

  static class FenceWithoutTransaction {
    @Locked(name = "x", fence = "x")
    public void run() {}
  }

  static class Early {
    @Locked("x")
    public void run() {}
  }

  /** Is made before there are proxies, and so is what it is handed. */
  static class InNeed implements BeanPostProcessor, PriorityOrdered, BeanFactoryAware {
    @Override
    public void setBeanFactory(BeanFactory beanFactory) {
      assertFalse(AopUtils.isAopProxy(beanFactory.getBean(Early.class)));
    }

    @Override
    public int getOrder() {
      return 0;
    }
  }

  @Test
  void aBeanThatIsMadeBeforeThereAreProxiesIsRefused() {
    LockedMethodException refused =
        assertThrows(
            LockedMethodException.class,
            () -> ContextForTests.of(Early.class, InNeed.class).close());
    assertTrue(refused.getMessage().contains("made too early"), refused.getMessage());
  }

  interface Nothing {
    void other();
  }

  static class NotOfTheInterface implements Nothing {
    @Override
    public void other() {}

    @Locked("x")
    public void run() {}
  }

  @Lazy
  static class LazyOne {
    @Locked("x:#{#nr}")
    public void run(long id) {}
  }

  static Stream<Arguments> refused() {
    return Stream.of(
        Arguments.of(Private.class, "it is private"),
        Arguments.of(Static.class, "it is static"),
        Arguments.of(Final.class, "it is final"),
        Arguments.of(NoName.class, "there is no name"),
        Arguments.of(TwoNames.class, "both name and names"),
        Arguments.of(UnknownVariable.class, "#nr is none of the arguments [id]"),
        Arguments.of(NoVariable.class, "'id' belongs to nothing"),
        Arguments.of(NoExpression.class, "is no name"),
        Arguments.of(UnknownProperty.class, "no property is set for all of 'x:${nowhere}'"),
        Arguments.of(NoDuration.class, "waitAtMost = \"soon\" is no duration"),
        Arguments.of(Dishonest.class, "this one returns int"),
        Arguments.of(DishonestStage.class, "CompletableFuture<java.lang.String>"),
        Arguments.of(InterruptedStage.class, "onLoss = INTERRUPT is for methods that are done"),
        Arguments.of(DishonestJob.class, "@RunOnce needs a method"),
        Arguments.of(NoTime.class, "more than nothing"),
        Arguments.of(Both.class, "exclude each other"),
        Arguments.of(UnknownPublisher.class, "declare Mono, Flux"),
        Arguments.of(ReactiveHold.class, "HOLD is for methods that are done"),
        Arguments.of(ReactiveFence.class, "over JDBC"),
        Arguments.of(OnlyFuture.class, "return a CompletableFuture"),
        Arguments.of(LaterCall.class, "do the work in the method"),
        Arguments.of(LaterElements.class, "do the work in the method"),
        Arguments.of(NoUnit.class, "has no unit"),
        Arguments.of(TooManyPermits.class, "like \"2/8\""),
        Arguments.of(HeldStage.class, "HOLD is for methods that are done"),
        Arguments.of(FenceOfTwo.class, "one name"),
        Arguments.of(FenceWithoutTransaction.class, "which has none"),
        Arguments.of(NotOfTheInterface.class, "none of which has this method"),
        Arguments.of(LazyOne.class, "#nr is none of the arguments"));
  }

  @ParameterizedTest
  @MethodSource
  void refused(Class<?> bean, String why) {
    LockedMethodException refused =
        assertThrows(LockedMethodException.class, () -> ContextForTests.of(bean).close());
    assertEquals(1, refused.problems().size(), refused.getMessage());
    assertTrue(refused.getMessage().contains(why), refused.getMessage());
    assertTrue(refused.getMessage().contains(bean.getSimpleName() + ".run("), refused.getMessage());
  }

  @Test
  void aContextBelowWithoutItsOwnProxiesIsRefused() {
    try (ContextForTests app = ContextForTests.of(Good.class);
        AnnotationConfigApplicationContext below = new AnnotationConfigApplicationContext()) {
      below.setParent(app.context);
      below.register(Early.class);
      LockedMethodException refused = assertThrows(LockedMethodException.class, below::refresh);
      assertTrue(refused.getMessage().contains("in that context, too"), refused.getMessage());
    }
  }

  @Test
  void allProblemsAreTold() {
    LockedMethodException refused =
        assertThrows(
            LockedMethodException.class,
            () -> ContextForTests.of(Private.class, NoName.class).close());
    assertEquals(2, refused.problems().size());
  }

  @Test
  void aContextWithoutAClientIsRefused() {
    try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext()) {
      context.register(ContextForTests.Enabled.class, Good.class);
      LockedMethodException refused = assertThrows(LockedMethodException.class, context::refresh);
      assertTrue(refused.getMessage().contains("not one bean of type"), refused.getMessage());
    }
  }

  static class Good {
    @Locked("x:#{#id}:#{#names.![#this.length()]}:#{#p0}")
    public void run(long id, java.util.List<String> names) {}
  }

  @Test
  void expressionsOverElementsAreFine() {
    try (ContextForTests app = ContextForTests.of(Good.class)) {
      app.get(Good.class).run(1, java.util.List.of("a"));
    }
  }

  /** An annotation of an application's own. */
  @Retention(RetentionPolicy.RUNTIME)
  @Locked
  @interface LockedByCustomer {
    @AliasFor(annotation = Locked.class, attribute = "name")
    String value();
  }

  interface Service {
    @Locked("of-interface")
    String run();

    String own();
  }

  static class ServiceBean implements Service {
    @Override
    public String run() {
      return CurrentLease.get().name();
    }

    @Override
    @LockedByCustomer("own")
    public String own() {
      return CurrentLease.get().name();
    }
  }

  @Test
  void annotationsOfInterfacesAndOfApplicationsCount() {
    try (ContextForTests app = ContextForTests.of(ServiceBean.class)) {
      assertEquals("of-interface", app.get(Service.class).run());
      assertEquals("own", app.get(Service.class).own());
    }
  }

  @EnableAsync
  static class AsyncBean {
    @Async
    @Locked("async")
    public CompletableFuture<String> run() {
      return CompletableFuture.completedFuture(CurrentLease.get().name());
    }
  }

  @Test
  void asyncIsOutside() {
    try (ContextForTests app = ContextForTests.of(AsyncBean.class)) {
      assertEquals("async", app.get(AsyncBean.class).run().join());
    }
  }
}
