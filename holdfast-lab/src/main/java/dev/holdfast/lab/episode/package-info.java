/**
 * The fault laboratory: real servers, real client JVMs, one fault at a time under load, then
 * checks.
 */
@NullMarked
package dev.holdfast.lab.episode;

import org.jspecify.annotations.NullMarked;
