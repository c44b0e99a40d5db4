package dev.holdfast.spring.integration;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.Holdfast;
import dev.holdfast.servers.RedisServer;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.integration.aggregator.AggregatingMessageHandler;
import org.springframework.integration.aggregator.DefaultAggregatingMessageGroupProcessor;
import org.springframework.integration.aggregator.HeaderAttributeCorrelationStrategy;
import org.springframework.integration.aggregator.MessageCountReleaseStrategy;
import org.springframework.integration.config.EnableIntegration;
import org.springframework.integration.redis.store.RedisMessageStore;
import org.springframework.integration.support.MessageBuilder;
import org.springframework.integration.support.locks.LockRegistry;
import org.springframework.messaging.MessageChannel;

/** One aggregation in two applications, whose groups and locks are in one Redis. */
class AggregatorTest {
  private static final int GROUPS = 5;
  private static final int SIZE = 20;
  private static final int THREADS = 4;
  private static final String PREFIX = "aggregator-" + UUID.randomUUID();

  @Configuration
  @EnableIntegration
  static class Application {
    private final BlockingQueue<List<?>> results = new LinkedBlockingQueue<>();

    @Bean
    LettuceConnectionFactory connections() {
      URI redis = URI.create(RedisServer.shared().url());
      return new LettuceConnectionFactory(redis.getHost(), redis.getPort());
    }

    @Bean
    Holdfast holdfast() {
      return Holdfast.builder(RedisServer.shared().url()).namespace(PREFIX).build();
    }

    @Bean
    LockRegistry<?> locks(Holdfast holdfast) {
      return new HoldfastLockRegistry(holdfast, "groups");
    }

    @Bean
    AggregatingMessageHandler aggregator(
        LockRegistry<?> locks, LettuceConnectionFactory connections) {
      RedisMessageStore store = new RedisMessageStore(connections, PREFIX);
      AggregatingMessageHandler aggregator =
          new AggregatingMessageHandler(
              new DefaultAggregatingMessageGroupProcessor(),
              store,
              new HeaderAttributeCorrelationStrategy("group"),
              new MessageCountReleaseStrategy(SIZE));
      aggregator.setLockRegistry(locks);
      aggregator.setExpireGroupsUponCompletion(true);
      MessageChannel output = (message, timeout) -> results.add((List<?>) message.getPayload());
      aggregator.setOutputChannel(output);
      return aggregator;
    }
  }

  @Test
  void twoApplicationsReleaseEachGroupOnceAndWhole() throws Exception {
    List<List<?>> results = new ArrayList<>();
    try (var one = new AnnotationConfigApplicationContext(Application.class);
        var two = new AnnotationConfigApplicationContext(Application.class)) {
      ExecutorService threads = Executors.newFixedThreadPool(THREADS);
      List<Future<Void>> all = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        AnnotationConfigApplicationContext application = i % 2 == 0 ? one : two;
        all.add(threads.submit(sender(application, i)));
      }
      threads.shutdown();
      for (Future<Void> each : all) {
        each.get(60, TimeUnit.SECONDS);
      }
      one.getBean(Application.class).results.drainTo(results);
      two.getBean(Application.class).results.drainTo(results);
    }
    assertEquals(GROUPS, results.size(), () -> "released: " + results);
    TreeSet<String> released = new TreeSet<>();
    results.forEach(group -> group.forEach(each -> released.add((String) each)));
    assertEquals(GROUPS * SIZE, released.size());
    for (List<?> group : results) {
      assertEquals(SIZE, group.size());
      String name = ((String) group.get(0)).split("/", -1)[0];
      assertTrue(group.stream().allMatch(each -> ((String) each).startsWith(name + "/")));
    }
  }

  /** Sends its share of each group: a thread's messages go to groups in turn. */
  private static Callable<Void> sender(AnnotationConfigApplicationContext application, int sender) {
    return () -> {
      AggregatingMessageHandler aggregator = application.getBean(AggregatingMessageHandler.class);
      for (int i = 0; i < SIZE / THREADS; i++) {
        for (int group = 0; group < GROUPS; group++) {
          aggregator.handleMessage(
              MessageBuilder.withPayload("g" + group + "/" + sender + "." + i)
                  .setHeader("group", "g" + group)
                  .build());
        }
      }
      return null;
    };
  }
}
