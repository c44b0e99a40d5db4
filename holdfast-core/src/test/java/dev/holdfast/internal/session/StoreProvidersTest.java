package dev.holdfast.internal.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.spi.StoreUrl;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which store a URL names, and what to do if none is there. */
class StoreProvidersTest {
  private static String refusal(String url) {
    StoreUrl parsed = StoreUrl.parse(url);
    return assertThrows(IllegalArgumentException.class, () -> StoreProviders.create(parsed))
        .getMessage();
  }

  @Test
  void aStoreThatIsPresentIsMade() {
    assertEquals("memory:", StoreProviders.create(StoreUrl.parse("memory:")).toString());
    assertEquals(
        "memory:x", StoreProviders.create(StoreUrl.parse("memory:x?namespace=n")).toString());
  }

  @Test
  void aParameterThatTheStoreDoesNotKnowIsRefused() {
    assertTrue(refusal("memory:x?colour=red").contains("does not know"));
  }

  @Test
  void whatIsMissingIsNamedAndNoPasswordIs() {
    for (String url : new String[] {"redis://:secret@h", "rediss://:secret@h"}) {
      String message = refusal(url);
      assertTrue(message.contains("holdfast-redis-jedis"), message);
      assertTrue(!message.contains("secret"), message);
    }
    assertTrue(refusal("sqlite:/tmp/x").contains("holdfast-jdbc"));
    assertTrue(refusal("etcd://h").contains("holdfast-etcd"));
    assertTrue(refusal("zookeeper://h").contains("holdfast-zookeeper"));
    assertTrue(refusal("chubby://h").contains("this version knows memory:"));
  }

  /** What was probably meant, in a form to be copied, and what it would need. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "redi://:secret@h:1/2    | did you mean redis://:***@h:1/2? For that, add dev.holdfast:holdfast-redis",
        "Reddis://h              | did you mean redis://h? For that",
        "redis+cluter://h,i      | did you mean redis+cluster://h,i?",
        "valkey://h              | did you mean redis://h?",
        "postgres://u:secret@h/d | did you mean jdbc:postgresql://u:***@h/d? For that, add dev.holdfast:holdfast-jdbc",
        "postgres://h            | org.postgresql:postgresql",
        "mysql://u:secret@h/d    | did you mean jdbc:mysql://u:***@h/d?",
        "jdbc:postgres://h/d     | did you mean jdbc:postgresql://h/d?",
        "jdbc:sqlite:/tmp/x      | did you mean sqlite:/tmp/x?",
        "localhost:6379          | did you mean redis://localhost:6379?",
        "db:5432                 | did you mean jdbc:postgresql://db:5432?",
        "http://h:2379           | did you mean etcd://h:2379? For that, add dev.holdfast:holdfast-etcd",
        "zk://h                  | did you mean zookeeper://h?",
        "memry:x                 | did you mean memory:…?",
        "redis://h?client=redson | its client should be lettuce",
        "jdbc:mysql://h/d        | add dev.holdfast:holdfast-jdbc, com.zaxxer:HikariCP and com.mysql:mysql-connector-j",
      })
  void aSchemeThatIsWrongOrMissingIsAnswered(String url, String advice) {
    String message = refusal(url);
    assertTrue(message.contains(advice), message);
    assertFalse(message.contains("secret"), message);
    assertFalse(message.contains("this version knows"), message);
  }
}
