package dev.holdfast.jdbc;

import org.junit.jupiter.api.Tag;

/** Transactions of the program on MySQL. */
@Tag("rest")
class MySqlCallersTransactionTest extends CallersTransactionTests {
  MySqlCallersTransactionTest() {
    super(SharedMySql.it());
  }
}
