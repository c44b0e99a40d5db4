package dev.holdfast.jdbc;

/** Transactions of the program on PostgreSQL. */
class PostgresCallersTransactionTest extends CallersTransactionTests {
  PostgresCallersTransactionTest() {
    super(SharedPostgres.IT);
  }
}
