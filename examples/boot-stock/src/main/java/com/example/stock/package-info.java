/** The stock of a shop: taken from under a lock, in a transaction that a fence guards. */
@NullMarked
package com.example.stock;

import org.jspecify.annotations.NullMarked;
