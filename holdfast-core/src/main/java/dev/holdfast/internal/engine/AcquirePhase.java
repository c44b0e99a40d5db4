package dev.holdfast.internal.engine;

/**
 * Where an {@link AcquireFlow} stands.
 *
 * <pre>
 *            first waiter                granted
 *   IDLE ───────────────▶ ASKING ─────────────────────────▶ HELD
 *    ▲                     │  │ taken, and it waits          ▲ │ released and no local waiter,
 *    │                     │  └────────▶ QUEUED ─────────────┘ │ or the budget is spent, or lost
 *    │                     │ unknown       │ no waiters left,  │
 *    │   the store         │               │ or place gone     │
 *    └──────────────────  ENDING ◀─────────┴───────────────────┘
 *        confirmed
 * </pre>
 *
 * At most one attempt exists at a time. Whatever it comes to, it ends in ENDING, where release is
 * repeated until the store has confirmed it, and only then may the next attempt begin: so there are
 * no orphan holds and no orphan waiters, and once a release has been sent nothing is lent from that
 * hold any more. (Exceptions: a try that was refused and a hold that the store says is gone leave
 * nothing to end, and a release that the store refuses for good is left to expiry.)
 */
public enum AcquirePhase {
  IDLE,
  ASKING,
  QUEUED,
  HELD,
  ENDING
}
