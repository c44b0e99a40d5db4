package dev.holdfast.jdbc;

/** Transactions of the program on MySQL. */
class MySqlCallersTransactionTest extends CallersTransactionTests {
  MySqlCallersTransactionTest() {
    super(MySqlServer.it());
  }
}
