/** A report that one of several instances writes each night. */
@NullMarked
package com.example.nightly;

import org.jspecify.annotations.NullMarked;
