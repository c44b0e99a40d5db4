package dev.holdfast.jdbc.internal.connection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.holdfast.spi.StoreUrl;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** JDBC URLs, taken apart into what may be printed and what may not. */
class JdbcUrlTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = ' ',
      value = {
        "jdbc:postgresql://u:p%2Fw@h:1,[::1]:2/db jdbc:postgresql://h:1,[::1]:2/db u p/w",
        "jdbc:postgresql://u:p/w@x:y@h/db jdbc:postgresql://h/db u p/w@x:y",
        "jdbc:mysql://u:p+w%2B@h/db jdbc:mysql://h/db u p+w+",
        "jdbc:mariadb:sequential://u:pw@h,i/db jdbc:mariadb:sequential://h,i/db u pw",
        "jdbc:mysql://address=(host=h)(port=1)(user=u)(password=p/w)/db"
            + " jdbc:mysql://address=(host=h)(port=1)/db u p/w",
        "jdbc:mysql://(host=h,port=1,user=u,password=pw)/db jdbc:mysql://(host=h,port=1,)/db u pw",
        "jdbc:mysql://(user=u,password=pw,host=h)/db jdbc:mysql://(host=h)/db u pw",
        "jdbc:postgresql:db?password=pw&user=u jdbc:postgresql:db u pw",
      })
  void userAndPasswordReachTheDriverApart(
      String text, String driverUrl, String user, String password) {
    JdbcUrl url = JdbcUrl.of(StoreUrl.parse(text));
    assertEquals(driverUrl, url.driverUrl());
    assertEquals(Map.of("user", user, "password", password), besideOurs(url));
  }

  private static Map<String, String> besideOurs(JdbcUrl url) {
    Properties all = url.properties();
    return all.stringPropertyNames().stream()
        .filter(
            name -> !name.endsWith("Timeout") && !name.contains("Prep") && !name.contains("prep"))
        .collect(Collectors.toMap(name -> name, all::getProperty));
  }

  @Test
  void statementsArePreparedOnceUnlessTheUrlSaysOtherwise() {
    assertEquals("true", prepares("jdbc:mariadb://h/db"));
    assertEquals("true", prepares("jdbc:mysql://h/db"));
    assertEquals("false", prepares("jdbc:mysql://h/db?useServerPrepStmts=false"));
    assertEquals(null, prepares("jdbc:postgresql://h/db"));
  }

  private static @Nullable String prepares(String url) {
    return JdbcUrl.of(StoreUrl.parse(url)).properties().getProperty("useServerPrepStmts");
  }

  /** A driver decodes what is in its URL: what was decoded here must not come to it there. */
  @Test
  void parametersAreDecodedOnce() {
    JdbcUrl url =
        JdbcUrl.of(
            StoreUrl.parse(
                "jdbc:postgresql://h/db?user=u%2541&password=p%2525w&sslpassword=s%2526t"
                    + "&pool=3&namespace=n"));
    assertEquals("jdbc:postgresql://h/db", url.driverUrl());
    assertEquals(
        Map.of("user", "u%41", "password", "p%25w", "sslpassword", "s%26t"), besideOurs(url));
  }

  /** Drivers would put it into their messages. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:mysql://address=(host=h)(password=S3cr)et)/db",
        "jdbc:mysql://(host=h,password=S3,cret)/db",
        "jdbc:mysql://h;password=S3cret/db",
        "jdbc:postgresql://u:S3cret",
        "jdbc:postgresql://u:S3cret/db",
        "jdbc:postgresql:u:S3cret@h/db",
        "jdbc:postgresql://u:S3cret%zz@h/db",
        "jdbc:postgresql://S3cret?a=b@h/db",
      })
  void whatCannotBeTakenApartIsRefused(String text) {
    IllegalArgumentException refusal =
        assertThrows(IllegalArgumentException.class, () -> JdbcUrl.of(StoreUrl.parse(text)));
    assertFalse(refusal.getMessage().contains("cret"), refusal.getMessage());
    assertFalse(refusal.getMessage().contains("S3"), refusal.getMessage());
    assertEquals(null, refusal.getCause());
  }
}
