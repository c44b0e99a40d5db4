package com.example.nightly;

import dev.holdfast.spring.RunOnce;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** The report, written at three o'clock. */
@Component
public class Report {
  private final JdbcClient database;

  Report(JdbcClient database) {
    this.database = database;
  }

  /** The name stays taken for ten minutes, as clocks of the instances may be apart. */
  @RunOnce(name = "nightly-report", atLeast = "10m")
  @Scheduled(cron = "0 0 3 * * *")
  public void write() {
    database.sql("INSERT INTO report (text) VALUES ('all is well')").update();
  }
}
