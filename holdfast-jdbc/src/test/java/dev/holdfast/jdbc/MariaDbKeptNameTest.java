package dev.holdfast.jdbc;

import org.junit.jupiter.api.Tag;

/** Names that are kept on MariaDB. */
@Tag("rest")
class MariaDbKeptNameTest extends ServerKeptNameTests {
  MariaDbKeptNameTest() {
    super(SharedMariaDb.IT);
  }
}
