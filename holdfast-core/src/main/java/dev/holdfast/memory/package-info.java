/**
 * The reference store: locks among the clients of one process, with a queue and pushes.
 *
 * <p>Read first, in this order: {@link MemoryStore}, whose lock guards all names; {@link
 * NameState}, the rules for one name (grant, queue, handoff, renewal, release), which other stores
 * follow in their own languages; {@link Holds}, its holds. The others:
 *
 * <ul>
 *   <li>The store's verbs: {@link MemorySession}; several names at once: {@link Several}.
 *   <li>Its clock: {@link StoreTicker}; its URL: {@link MemoryStoreProvider}.
 * </ul>
 */
@NullMarked
package dev.holdfast.memory;

import org.jspecify.annotations.NullMarked;
