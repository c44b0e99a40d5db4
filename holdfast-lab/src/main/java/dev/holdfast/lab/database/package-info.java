/** The database servers of the lab. */
@NullMarked
package dev.holdfast.lab.database;

import org.jspecify.annotations.NullMarked;
