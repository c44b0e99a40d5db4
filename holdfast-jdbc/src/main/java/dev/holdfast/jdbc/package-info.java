/**
 * Locks in an SQL database. There are two stores, which share connections and tools, but no locks:
 *
 * <ul>
 *   <li><b>Rows</b> ({@link JdbcStore}): a hold is a row with an end, by the database's clock.
 *       PostgreSQL, MariaDB, MySQL, SQLite; all kinds of locks; connections are borrowed for each
 *       request.
 *   <li><b>Session locks</b> ({@link JdbcStore#sessionLocks}, {@link SessionLockStore}): a hold is
 *       a lock of the database itself (advisory locks, {@code GET_LOCK}), and ends with the
 *       connection that has it. PostgreSQL, MariaDB, MySQL; exclusive locks only; connections are
 *       kept.
 * </ul>
 *
 * <p>URLs come in through {@link JdbcStoreProvider}. {@link Fence}, with {@link FenceCheck} and
 * {@link FenceTable}, is a guard for data in the database. The rest is in packages of its own, each
 * of which has a map of its classes. An arrow says what a package uses:
 *
 * <pre>
 *   this package --&gt; all of them
 *   internal.doctor      looks at a database and says what is wrong
 *      |----------------------------------.
 *      v                                  |
 *   internal.session     session locks    |      internal.rows      locks as rows
 *      |                                  |         |------&gt; internal.push     NOTIFY on PostgreSQL
 *      v                                  v         v               v
 *   internal.connection  where connections come from, and how statements run on them
 *      v
 *   internal.database    what differs between databases; statements and transactions
 * </pre>
 */
@NullMarked
package dev.holdfast.jdbc;

import org.jspecify.annotations.NullMarked;
