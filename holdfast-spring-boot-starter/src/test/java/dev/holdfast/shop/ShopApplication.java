package dev.holdfast.shop;

import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.LockOptions;
import dev.holdfast.spring.CurrentLease;
import dev.holdfast.spring.Locked;
import dev.holdfast.spring.RunOnce;
import dev.holdfast.spring.boot.HoldfastBuilderCustomizer;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.aot.AotDetector;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Bean;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * A small application as users have it: a web server, a service whose methods are locked, a
 * scheduled job. It says on standard output what happens, and ends when it is told to.
 */
@SpringBootApplication
@EnableScheduling
public class ShopApplication {
  public static void main(String[] args) {
    ConfigurableApplicationContext context = SpringApplication.run(ShopApplication.class, args);
    say("started " + context.getEnvironment().getProperty("local.server.port"));
  }

  static void say(String line) {
    System.out.println("> " + line);
  }

  /** What has no property. */
  @Bean
  HoldfastBuilderCustomizer lease(@Value("${shop.lease:30s}") Duration lease) {
    return builder -> builder.options(LockOptions.defaults().lease(lease));
  }

  /** Stops first of all: then the request that holds a lock may end. */
  @Component
  static class Closing implements SmartLifecycle {
    final CountDownLatch began = new CountDownLatch(1);
    private volatile boolean running;

    @Override
    public void start() {
      running = true;
    }

    @Override
    public void stop() {
      began.countDown();
      running = false;
    }

    @Override
    public boolean isRunning() {
      return running;
    }

    /** A method of Spring Framework 7, which 6 does not have: a pause closes nothing. */
    @SuppressWarnings("MissingOverride")
    public boolean isPauseable() {
      return false;
    }
  }

  /** Locked methods. */
  @Component
  static class Shop {
    private final Closing closing;

    Shop(Closing closing) {
      this.closing = closing;
    }

    @Locked(name = "invoice:#{#id}", waitAtMost = "5s")
    public String charge(long id) {
      return "charged " + id + " under " + CurrentLease.get().name();
    }

    /** Works until its lease is lost, and gives a result that must not be used. */
    @Locked("overtaken")
    public String workUntilOvertaken() throws InterruptedException {
      CountDownLatch lost = new CountDownLatch(1);
      CurrentLease.get().onLost(loss -> lost.countDown());
      say("in the middle");
      return "heard of it: " + lost.await(30, TimeUnit.SECONDS);
    }

    @Locked("request")
    public String holdUntilClosing() throws InterruptedException {
      say("request holds");
      closing.began.await();
      boolean held = CurrentLease.get().remaining().compareTo(Duration.ZERO) > 0;
      say("request ends, held: " + held);
      return "held: " + held;
    }
  }

  /** What is asked over HTTP. */
  @RestController
  static class Web {
    private final Shop shop;
    private final Holdfast holdfast;
    private final ConfigurableApplicationContext context;
    private Lease kept;

    Web(Shop shop, Holdfast holdfast, ConfigurableApplicationContext context) {
      this.shop = shop;
      this.holdfast = holdfast;
      this.context = context;
    }

    @GetMapping("/charge")
    String charge(@RequestParam long id) {
      try {
        return shop.charge(id);
      } catch (RuntimeException failed) {
        return failed.getClass().getSimpleName();
      }
    }

    @GetMapping("/ahead")
    String ahead() {
      return "ahead of time: " + AotDetector.useGeneratedArtifacts();
    }

    @GetMapping("/overtaken")
    String overtaken() throws InterruptedException {
      try {
        return shop.workUntilOvertaken();
      } catch (RuntimeException failed) {
        return failed.getClass().getSimpleName();
      }
    }

    /** As a test context is, from Spring Framework 7 on, while another test has the stage. */
    @GetMapping("/pause")
    String pauseAndRestart() throws InterruptedException, ReflectiveOperationException {
      try (Lease lease = holdfast.mutex("paused").acquire(Duration.ofSeconds(5))) {
        ConfigurableApplicationContext.class.getMethod("pause").invoke(context);
        boolean heldMeanwhile = lease.isHeld();
        ConfigurableApplicationContext.class.getMethod("restart").invoke(context);
        // The first call of a connection factory that was restarted may fail; an acquire goes on.
        try (Lease next = holdfast.mutex("resumed").acquire(Duration.ofSeconds(30))) {
          return "held: " + heldMeanwhile + ", then: " + (lease.isHeld() && next.isHeld());
        }
      }
    }

    /** Waits for a name that a killed process held. */
    @GetMapping("/succeed")
    String succeed() throws InterruptedException {
      try (Lease lease = holdfast.mutex("kept").acquire(Duration.ofSeconds(30))) {
        return "got it: " + lease.isHeld();
      }
    }

    @GetMapping("/request")
    String request() throws InterruptedException {
      return shop.holdUntilClosing();
    }

    /** A lease that nothing gives back. */
    @GetMapping("/keep")
    String keep() throws InterruptedException {
      kept = holdfast.mutex("kept").acquire(Duration.ofSeconds(5));
      return "kept: " + kept.isHeld();
    }
  }

  /** One instance of several runs it. */
  @RestController
  static class Job {
    private final AtomicInteger ticks = new AtomicInteger();

    @RunOnce(name = "job", atLeast = "1h")
    @Scheduled(fixedDelay = 100)
    public void run() {
      say("job ran");
    }

    /** On the same thread: between two ticks the job was due. */
    @Scheduled(fixedDelay = 100)
    public void tick() {
      ticks.incrementAndGet();
    }

    @GetMapping("/ticks")
    public String ticks() {
      return ticks.toString();
    }
  }
}
