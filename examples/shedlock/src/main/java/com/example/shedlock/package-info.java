/** A task of ShedLock, whose locks Holdfast keeps. */
@NullMarked
package com.example.shedlock;

import org.jspecify.annotations.NullMarked;
