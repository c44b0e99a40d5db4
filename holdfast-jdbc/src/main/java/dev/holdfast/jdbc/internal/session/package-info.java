/**
 * The store of session locks: a hold is a lock of the database itself, and ends with the connection
 * that has it.
 *
 * <p>Read first {@link SessionLocks}, the requests; {@link SessionLockState}, the protocol; {@link
 * SessionAcquire} and {@link LockConnections}, step by step. The others:
 *
 * <ul>
 *   <li>the rest of the protocol: {@link SessionAttempt}, {@link SessionMultiAcquire}, {@link
 *       SessionRelease}, {@link SessionBreak}, {@link EndedAttempts}, {@link KeptNames}
 *   <li>connections: {@link LockConnection}, {@link Heartbeat}, {@link SessionLength}, {@link
 *       PoolerCheck}
 *   <li>statements and tables: {@link SessionSql} with {@link PostgresSessionSql} and {@link
 *       MySqlSessionSql}; {@link LockTables}, {@link HoldRecords}, {@link SessionLockInfo}
 * </ul>
 */
@NullMarked
package dev.holdfast.jdbc.internal.session;

import org.jspecify.annotations.NullMarked;
