/** A program without a framework that locks. */
@NullMarked
package com.example.plain;

import org.jspecify.annotations.NullMarked;
