/** The ZooKeeper ensemble of the lab. */
@NullMarked
package dev.holdfast.lab.keeper;

import org.jspecify.annotations.NullMarked;
