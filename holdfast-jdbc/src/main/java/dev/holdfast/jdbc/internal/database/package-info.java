/**
 * What differs between databases, and how statements and transactions run on a connection. It knows
 * no store.
 *
 * <p>Read first {@link Dialect}, what a database has to say of itself, and {@link Statements}, a
 * connection with its prepared statements. A new database is a subclass of {@link Dialect}, named
 * in {@link KnownDialects}. The others:
 *
 * <ul>
 *   <li>dialects: {@link ServerDialect} with {@link PostgresDialect}, {@link MySqlDialect}, {@link
 *       MariaDbDialect} and {@link H2Dialect}; {@link SqliteDialect}; {@link PgWire}, what only
 *       PostgreSQL's driver can do
 *   <li>transactions and tables: {@link Transaction}, {@link Schema}, {@link SqlFile}
 *   <li>a database that is busy or silent: {@link BusyRetry}, {@link BusyException}, {@link
 *       LateStatements}
 *   <li>what is asked, and how it is answered: {@link SqlTask}, {@link StageRunner}
 *   <li>time: {@link MonotonicTicker}
 * </ul>
 */
@NullMarked
package dev.holdfast.jdbc.internal.database;

import org.jspecify.annotations.NullMarked;
