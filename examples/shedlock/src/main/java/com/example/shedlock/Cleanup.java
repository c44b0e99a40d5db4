package com.example.shedlock;

import java.util.concurrent.atomic.AtomicInteger;
import net.javacrumbs.shedlock.spring.annotation.SchedulerLock;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** A task as it was before. */
@Component
public class Cleanup {
  private final AtomicInteger runs = new AtomicInteger();

  @Scheduled(cron = "0 */15 * * * *")
  @SchedulerLock(name = "cleanup", lockAtLeastFor = "1m")
  public void run() {
    runs.incrementAndGet();
  }

  /** How often it was run here. */
  public int runs() {
    return runs.get();
  }
}
