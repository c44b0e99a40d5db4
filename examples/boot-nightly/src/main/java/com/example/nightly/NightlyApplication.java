package com.example.nightly;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.scheduling.annotation.EnableScheduling;

/** Start it twice: one of the two writes the report. */
@SpringBootApplication
@EnableScheduling
public class NightlyApplication {
  public static void main(String[] args) {
    SpringApplication.run(NightlyApplication.class, args);
  }
}
