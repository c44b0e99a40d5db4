/** The program {@code lab}, and what it tells of its episodes. */
@NullMarked
package dev.holdfast.lab.report;

import org.jspecify.annotations.NullMarked;
