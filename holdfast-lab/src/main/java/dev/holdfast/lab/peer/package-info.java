/**
 * Other lock libraries under the same load and faults as Holdfast, each used as its documentation
 * recommends.
 */
@NullMarked
package dev.holdfast.lab.peer;

import org.jspecify.annotations.NullMarked;
