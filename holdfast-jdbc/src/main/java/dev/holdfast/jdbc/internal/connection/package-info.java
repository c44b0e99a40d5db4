/**
 * Where connections come from, in bounded time, and how statements run on them.
 *
 * <p>Read first {@link Connections}, what a store asks for, and {@link Autocommit}, which runs
 * statements on a borrowed connection and again while the database is busy. The others:
 *
 * <ul>
 *   <li>a data source of the user: {@link DataSourceConnections}, {@link BoundedSource}, {@link
 *       BorrowedConnection}, {@link CallersTransactions}
 *   <li>a pool of our own, for a URL: {@link PooledConnections}, {@link PostgresOrMysqlSource},
 *       {@link LoginWatch} with {@link ServerProbe}, {@link BackgroundTask}
 *   <li>a file of SQLite: {@link SqliteConnection}, {@link SqliteFile}, {@link SqliteFileKeys}, and
 *       its writers' queue: {@link WriterQueue}, {@link QueueFile}
 *   <li>URLs: {@link JdbcUrl}, {@link JdbcPlace}
 *   <li>what is said when a database cannot be opened: {@link OpenFailure}
 * </ul>
 */
@NullMarked
package dev.holdfast.jdbc.internal.connection;

import org.jspecify.annotations.NullMarked;
