package dev.holdfast.shop;

import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.spring.CurrentLease;
import dev.holdfast.spring.Locked;
import dev.holdfast.spring.RunOnce;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.SmartLifecycle;
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

  private static void say(String line) {
    System.out.println("> " + line);
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
    private Lease kept;

    Web(Shop shop, Holdfast holdfast) {
      this.shop = shop;
      this.holdfast = holdfast;
    }

    @GetMapping("/charge")
    String charge(@RequestParam long id) {
      try {
        return shop.charge(id);
      } catch (RuntimeException failed) {
        return failed.getClass().getSimpleName();
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
  @Component
  static class Job {
    private int ticks;

    @RunOnce(name = "job", atLeast = "1m")
    @Scheduled(fixedDelay = 100)
    public void run() {
      say("job ran");
    }

    @Scheduled(fixedDelay = 100)
    public void tick() {
      ticks++;
      if (ticks == 10) {
        say("ticked");
      }
    }
  }
}
