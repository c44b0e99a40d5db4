package dev.holdfast.jdbc;

/** Transactions of the program on MariaDB. */
class MariaDbCallersTransactionTest extends CallersTransactionTests {
  MariaDbCallersTransactionTest() {
    super(MariaDbServer.IT);
  }
}
