package com.example.nightly;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Nothing is configured for locks: they are in the database of the test, which is H2. */
@SpringBootTest
class ReportTest {
  @Autowired Report report;
  @Autowired JdbcClient database;

  @Test
  void oneOfTwoCallsWritesIt() {
    report.write();
    report.write();
    assertEquals(1, database.sql("SELECT COUNT(*) FROM report").query(Integer.class).single());
  }
}
