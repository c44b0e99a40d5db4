/**
 * The SQL store: locks as rows, with the database's clock, a queue table and no pushes. SQLite is
 * the first dialect; its URL is {@code sqlite:/path/to/file}.
 */
@NullMarked
package dev.holdfast.jdbc;

import org.jspecify.annotations.NullMarked;
