package com.example.shedlock;

import dev.holdfast.Holdfast;
import dev.holdfast.shedlock.HoldfastLockProvider;
import net.javacrumbs.shedlock.core.LockProvider;
import net.javacrumbs.shedlock.spring.annotation.EnableSchedulerLock;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.scheduling.annotation.EnableScheduling;

/** An application with ShedLock, of which this bean alone has changed. */
@SpringBootApplication
@EnableScheduling
@EnableSchedulerLock(defaultLockAtMostFor = "10m")
public class CleanupApplication {
  public static void main(String[] args) {
    SpringApplication.run(CleanupApplication.class, args);
  }

  /** Renewing: a crash frees the name of a task in 30 s, not in ten minutes. */
  @Bean
  LockProvider lockProvider(Holdfast holdfast) {
    return new HoldfastLockProvider(holdfast).renewing();
  }
}
