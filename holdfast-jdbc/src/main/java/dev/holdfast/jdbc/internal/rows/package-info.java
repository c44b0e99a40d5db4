/**
 * The store of rows: a hold is a row with an end, by the database's clock.
 *
 * <p>Read first {@link RowSession}, the requests step by step; {@link RowAcquire}; {@link
 * HoldProcedures}, the protocol; {@link RowKeepAlive}. The others:
 *
 * <ul>
 *   <li>the rest of the protocol: {@link RowRelease}, {@link RowFastPath}, {@link OverlongHolds}
 *   <li>tables: {@link NameTables} with {@link SharedHoldRows}, the rows of one name; {@link
 *       NameSnapshot}, what they say at one instant; {@link ModeCode}; {@link RowSql}
 *   <li>the database: {@link RowDatabase}, {@link RowCleanup}
 * </ul>
 */
@NullMarked
package dev.holdfast.jdbc.internal.rows;

import org.jspecify.annotations.NullMarked;
