package com.example.shedlock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.Holdfast;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;

/** With the database of the test, which is H2. */
@SpringBootTest
class CleanupTest {
  @Autowired Cleanup cleanup;
  @Autowired Holdfast holdfast;

  @Test
  void oneOfTwoCallsRunsIt() {
    cleanup.run();
    cleanup.run();
    assertEquals(1, cleanup.runs());
    assertTrue(holdfast.inspect("cleanup").isHeld());
  }
}
