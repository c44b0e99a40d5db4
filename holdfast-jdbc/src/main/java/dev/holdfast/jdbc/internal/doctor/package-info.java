/**
 * What {@code holdfast doctor} finds of a database: its settings, the tables, the rights of the
 * user, and whether a lock can be taken. It makes no tables.
 *
 * <p>Read first {@link Inspection}, which runs the others: {@link PostgresInspection}, {@link
 * MySqlInspection} and {@link SqliteInspection}, one for each kind of database, with {@link
 * ConnectionRoom}; {@link TableChecks} for the tables of rows, {@link SessionInspection} for
 * session locks; {@link LockTry}, which takes a lock. {@link PrivilegedQuery} asks for what the
 * user may not be allowed to see.
 */
@NullMarked
package dev.holdfast.jdbc.internal.doctor;

import org.jspecify.annotations.NullMarked;
