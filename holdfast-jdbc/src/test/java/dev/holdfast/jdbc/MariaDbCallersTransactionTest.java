package dev.holdfast.jdbc;

import org.junit.jupiter.api.Tag;

/** Transactions of the program on MariaDB. */
@Tag("rest")
class MariaDbCallersTransactionTest extends CallersTransactionTests {
  MariaDbCallersTransactionTest() {
    super(SharedMariaDb.IT);
  }
}
