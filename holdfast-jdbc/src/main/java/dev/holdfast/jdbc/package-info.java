/**
 * Locks in an SQL database. There are two stores, which share connections and tools, but no locks:
 *
 * <ul>
 *   <li><b>Rows</b> ({@link dev.holdfast.jdbc.JdbcStore}): a hold is a row with an end, by the
 *       database's clock. PostgreSQL, MariaDB, MySQL, SQLite; all kinds of locks; connections are
 *       borrowed for each request.
 *   <li><b>Session locks</b> ({@link dev.holdfast.jdbc.JdbcStore#sessionLocks}): a hold is a lock
 *       of the database itself (advisory locks, {@code GET_LOCK}), and ends with the connection
 *       that has it. PostgreSQL, MariaDB, MySQL; exclusive locks only; connections are kept. Most
 *       of its classes begin with {@code Session} or {@code Lock}.
 * </ul>
 *
 * <p><b>Rows: read first</b> {@link dev.holdfast.jdbc.RowSession}, the requests step by step;
 * {@link dev.holdfast.jdbc.RowAcquire}; {@link dev.holdfast.jdbc.HoldProcedures}, the protocol;
 * {@link dev.holdfast.jdbc.RowKeepAlive}. The others:
 *
 * <ul>
 *   <li>the rest of the protocol: {@link dev.holdfast.jdbc.RowRelease}, {@link
 *       dev.holdfast.jdbc.RowFastPath}, {@link dev.holdfast.jdbc.OverlongHolds}
 *   <li>tables: {@link dev.holdfast.jdbc.NameTables}, {@link dev.holdfast.jdbc.SharedHoldRows},
 *       {@link dev.holdfast.jdbc.NameSnapshot}, {@link dev.holdfast.jdbc.ModeCode}, {@link
 *       dev.holdfast.jdbc.RowSql}, {@link dev.holdfast.jdbc.Schema}, {@link
 *       dev.holdfast.jdbc.RowCleanup}
 *   <li>transactions: {@link dev.holdfast.jdbc.RowDatabase}, {@link dev.holdfast.jdbc.Autocommit},
 *       {@link dev.holdfast.jdbc.Transaction}, {@link dev.holdfast.jdbc.BusyRetry}, {@link
 *       dev.holdfast.jdbc.BusyException}
 *   <li>pushes, on PostgreSQL: {@link dev.holdfast.jdbc.PushListener} with {@link
 *       dev.holdfast.jdbc.ListeningConnection}, {@link dev.holdfast.jdbc.PushSession}, {@link
 *       dev.holdfast.jdbc.PushSubscription}, {@link dev.holdfast.jdbc.PushOutbox}, {@link
 *       dev.holdfast.jdbc.Push}, {@link dev.holdfast.jdbc.Channel}
 * </ul>
 *
 * <p><b>Session locks: read first</b> {@link dev.holdfast.jdbc.SessionLockStore}; {@link
 * dev.holdfast.jdbc.SessionLocks}, the requests; {@link dev.holdfast.jdbc.SessionLockState}, the
 * protocol; {@link dev.holdfast.jdbc.SessionAcquire} and {@link dev.holdfast.jdbc.LockConnections},
 * step by step. The others:
 *
 * <ul>
 *   <li>the rest of the protocol: {@link dev.holdfast.jdbc.SessionAttempt}, {@link
 *       dev.holdfast.jdbc.SessionMultiAcquire}, {@link dev.holdfast.jdbc.SessionRelease}, {@link
 *       dev.holdfast.jdbc.SessionBreak}, {@link dev.holdfast.jdbc.EndedAttempts}, {@link
 *       dev.holdfast.jdbc.KeptNames}
 *   <li>connections: {@link dev.holdfast.jdbc.LockConnection}, {@link dev.holdfast.jdbc.Heartbeat},
 *       {@link dev.holdfast.jdbc.SessionLength}, {@link dev.holdfast.jdbc.PoolerCheck}
 *   <li>statements and tables: {@link dev.holdfast.jdbc.SessionSql} with {@link
 *       dev.holdfast.jdbc.PostgresSessionSql} and {@link dev.holdfast.jdbc.MySqlSessionSql}, {@link
 *       dev.holdfast.jdbc.LockTables}, {@link dev.holdfast.jdbc.HoldRecords}, {@link
 *       dev.holdfast.jdbc.SessionLockInfo}
 * </ul>
 *
 * <p><b>Both</b>:
 *
 * <ul>
 *   <li>databases: {@link dev.holdfast.jdbc.KnownDialects}, {@link dev.holdfast.jdbc.Dialect} with {@link
 *       dev.holdfast.jdbc.PostgresDialect}, {@link dev.holdfast.jdbc.MySqlDialect}, {@link
 *       dev.holdfast.jdbc.MariaDbDialect} (over {@link dev.holdfast.jdbc.ServerDialect}) and {@link
 *       dev.holdfast.jdbc.SqliteDialect}
 *   <li>answers: {@link dev.holdfast.jdbc.StageRunner}
 *   <li>connections: {@link dev.holdfast.jdbc.Connections} with {@link
 *       dev.holdfast.jdbc.DataSourceConnections}, {@link dev.holdfast.jdbc.PooledConnections} and
 *       {@link dev.holdfast.jdbc.SqliteConnection}; {@link dev.holdfast.jdbc.BorrowedConnection},
 *       {@link dev.holdfast.jdbc.BoundedSource}, {@link dev.holdfast.jdbc.CallersTransactions},
 *       {@link dev.holdfast.jdbc.Statements}, {@link dev.holdfast.jdbc.LateStatements}, {@link
 *       dev.holdfast.jdbc.BackgroundTask}
 *   <li>SQLite files: {@link dev.holdfast.jdbc.SqliteFile}, {@link
 *       dev.holdfast.jdbc.SqliteFileKeys}, {@link dev.holdfast.jdbc.WriterQueue}, {@link
 *       dev.holdfast.jdbc.QueueFile}
 *   <li>URLs and opening: {@link dev.holdfast.jdbc.JdbcStoreProvider}, {@link
 *       dev.holdfast.jdbc.JdbcUrl}, {@link dev.holdfast.jdbc.JdbcPlace}, {@link
 *       dev.holdfast.jdbc.OpenFailure}, {@link dev.holdfast.jdbc.LoginWatch}, {@link
 *       dev.holdfast.jdbc.ServerProbe}
 *   <li>the doctor: {@link dev.holdfast.jdbc.Inspection}, {@link
 *       dev.holdfast.jdbc.SessionInspection}, {@link dev.holdfast.jdbc.TableChecks}, {@link
 *       dev.holdfast.jdbc.LockTry}, {@link dev.holdfast.jdbc.PrivilegedQuery}, {@link
 *       dev.holdfast.jdbc.ConnectionRoom}, and one inspection for each database
 *   <li>a guard for data in the database: {@link dev.holdfast.jdbc.Fence} with {@link
 *       dev.holdfast.jdbc.FenceCheck} and {@link dev.holdfast.jdbc.FenceTable}
 * </ul>
 */
@NullMarked
package dev.holdfast.jdbc;

import org.jspecify.annotations.NullMarked;
