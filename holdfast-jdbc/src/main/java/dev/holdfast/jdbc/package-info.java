/**
 * The SQL store: locks as rows, with the database's clock, a queue table and no pushes, on
 * PostgreSQL, MariaDB, MySQL and SQLite.
 */
@NullMarked
package dev.holdfast.jdbc;

import org.jspecify.annotations.NullMarked;
