------------------------------- MODULE Stamps -------------------------------
(***************************************************************************)
(* Stamps and lent tokens of one name, over grants, lends, renewals with a *)
(* new stamp, lost data and steps of the store's clock.                    *)
(*                                                                         *)
(* stamp = max(last stamp + 1, clock); token = stamp * K + lend, up to the *)
(* K - 1st above the hold's last stamp: a hold that gets a new stamp lends *)
(* all tokens between the two.  A tick of the clock is a microsecond.  To  *)
(* lose data is all of: a flush, a failover to a replica that missed       *)
(* writes, a name unused for longer than its record is kept, a move to     *)
(* another store.  A holder whose hold was lost with the data goes on      *)
(* lending until its deadline.                                             *)
(***************************************************************************)
EXTENDS Naturals

CONSTANTS
  MaxClock,   \* the clock's last reading
  K,          \* lends of one stamp
  Burst,      \* grants within one microsecond
  Loses,      \* whether data may be lost
  StepsBack,  \* how often the clock may step back
  StepAhead,  \* whether the clock may step ahead
  Care,       \* data is lost only while the clock is past: "stamp" the last stamp,
              \* "reading" what it read at the last grant, or "none": at any time
  Without     \* the rule that is removed: {} for the protocol, else a twin

VARIABLES
  clock,      \* the store's clock
  stored,     \* the last stamp that the store knows
  live,       \* whether the store knows the newest hold
  cur, old,   \* the newest hold and the one before: first and last stamp, lends used
  top,        \* (history) the highest token of any hold before the newest
  here,       \* stamps given in this microsecond
  read,       \* (history) what the clock read at the last grant
  steps,      \* steps back so far
  ok1, ok2    \* (history) whether F1, F2 held at every grant and lend

vars == <<clock, stored, live, cur, old, top, here, read, steps, ok1, ok2>>

On(rule) == rule \notin Without
Max(a, b) == IF a > b THEN a ELSE b

None == [first |-> 0, stamp |-> 0, lend |-> 0]
Fresh(stamp) == [first |-> stamp, stamp |-> stamp, lend |-> 0]
Token(h) == IF On("tokenTimesK") THEN h.first * K + h.lend ELSE h.first + h.lend
MayLend(h) == h.stamp > 0 /\ h.lend < (h.stamp - h.first + 1) * K - 1
NextStamp == IF On("hybridClock") THEN Max(stored + 1, clock) ELSE stored + 1

Init ==
  /\ clock = 1 /\ stored = 0 /\ live = FALSE /\ cur = None /\ old = None /\ top = 0
  /\ here = 0 /\ read = 0 /\ steps = 0 /\ ok1 = TRUE /\ ok2 = TRUE

Given(stamp) ==
  /\ here < Burst /\ here' = here + 1 /\ read' = clock
  /\ stored' = stamp
  /\ UNCHANGED <<clock, steps, ok2>>

Grant ==
  /\ old' = cur
  /\ top' = Max(top, Token(cur))
  /\ Given(NextStamp)
  /\ cur' = Fresh(NextStamp) /\ live' = TRUE
  /\ ok1' = (ok1 /\ Token(cur') > Max(top, Token(cur)))

(* A renewal that brings a new stamp, for a hold that is live. *)
Restamp ==
  /\ live /\ cur.stamp > 0
  /\ Given(NextStamp)
  /\ cur' = [cur EXCEPT !.stamp = NextStamp]
  /\ UNCHANGED <<live, old, top, ok1>>

(* The twin: a renewal brings a new stamp to a hold that was lost, and another's since. *)
RestampOlder ==
  /\ ~On("liveHold") /\ old.stamp > 0
  /\ Given(NextStamp)
  /\ old' = [old EXCEPT !.stamp = NextStamp]
  /\ UNCHANGED <<live, cur, top, ok1>>

LendNewest ==
  /\ MayLend(cur)
  /\ cur' = [cur EXCEPT !.lend = @ + 1]
  /\ UNCHANGED <<clock, stored, live, old, top, here, read, steps, ok1, ok2>>

(* F2: whatever an older holder still lends lies below the newest grant. *)
LendOlder ==
  /\ MayLend(old)
  /\ old' = [old EXCEPT !.lend = @ + 1]
  /\ top' = Max(top, Token(old'))
  /\ ok2' = (ok2 /\ Token(old') < Token(Fresh(cur.first)))
  /\ UNCHANGED <<clock, stored, live, cur, here, read, steps, ok1>>

LoseData ==
  /\ Loses
  /\ Care = "stamp" => clock > cur.stamp
  /\ Care = "reading" => clock > read
  /\ stored' \in 0..stored
  /\ live' = FALSE
  /\ UNCHANGED <<clock, cur, old, top, here, read, steps, ok1, ok2>>

StepBack ==
  /\ steps < StepsBack
  /\ \E to \in 1..(clock - 1) : clock' = to
  /\ Care # "none" => stored >= cur.stamp  \* nor does it step back while data is lost
  /\ steps' = steps + 1 /\ here' = 0
  /\ UNCHANGED <<stored, live, cur, old, top, read, ok1, ok2>>

Advance ==
  /\ clock < MaxClock
  /\ clock' \in (clock + 1)..(IF StepAhead THEN MaxClock ELSE clock + 1)
  /\ here' = 0
  /\ UNCHANGED <<stored, live, cur, old, top, read, steps, ok1, ok2>>

Next ==
  \/ Grant \/ Restamp \/ RestampOlder \/ LendNewest \/ LendOlder
  \/ LoseData \/ StepBack \/ Advance

Spec == Init /\ [][Next]_vars

Bounded == cur.stamp <= MaxClock + 2

---------------------------------------------------------------------------
(* F1: every grant's token lies above all that were given before, lent ones included. *)
F1_tokensGrow == ok1
(* F2: a lent token lies below the next grant's; and stamps keep to the clock. *)
F2_lentBelowNextGrant == ok2
F2_stampsKeepToTheClock == steps = 0 /\ Burst = 1 => cur.stamp <= clock
=============================================================================
