/**
 * Lock designs with known flaws, written afresh: the lab must convict each of them under the fault
 * that brings its flaw out, or else its acquittals mean nothing.
 */
@NullMarked
package dev.holdfast.lab.control;

import org.jspecify.annotations.NullMarked;
