/** What runs in a client process of the lab: the locks under test and the load on them. */
@NullMarked
package dev.holdfast.lab.load;

import org.jspecify.annotations.NullMarked;
