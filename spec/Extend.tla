------------------------------- MODULE Extend -------------------------------
(***************************************************************************)
(* A lease that is given another time while it is held: one holder, its    *)
(* store, and another client that takes the name as soon as it is free.    *)
(* Renewals and extensions may be lost, late without bound, repeated, or   *)
(* overtaken.  The hold was exclusive and is to be shared: until the store *)
(* has answered that, each renewal tells it so, and a store that knows it  *)
(* already renews nothing.                                                 *)
(*                                                                         *)
(* Time is kept as what is left, as in Lease, which also shows what clocks *)
(* and margins are for; here the client's clock is right.                  *)
(***************************************************************************)
EXTENDS Naturals, FiniteSets

CONSTANTS
  Times,      \* ticks that a lease may be asked to last
  Extensions, \* how often it is given another time
  MaxNet,     \* messages under way at a time
  Without     \* the rule that is removed: {} for the protocol, else a twin

VARIABLES
  left,       \* what is left of the hold in the store
  shared,     \* whether the store knows that it is shared
  other,      \* whether the other client has the name
  cl,         \* the holder: what it believes is left, the time it asks for, whether it has yet to
              \* tell the mode, which extension it is at, and whether that one is awaited
  net,        \* messages under way
  unsure      \* (history) whether an extension ended well that the store had not confirmed

vars == <<left, shared, other, cl, net, unsure>>

On(rule) == rule \notin Without
Max(a, b) == IF a > b THEN a ELSE b
Min(a, b) == IF a < b THEN a ELSE b
Less(a, b) == IF a > b THEN a - b ELSE 0
Longest == CHOOSE t \in Times : \A u \in Times : u <= t

Init ==
  /\ left \in Times
  /\ cl = [left |-> left, time |-> left, tells |-> TRUE, n |-> 0, waits |-> FALSE]
  /\ shared = FALSE /\ other = FALSE /\ net = {} /\ unsure = FALSE

Held == cl.left > 0

---------------------------------------------------------------------------
(* Messages. A request that is as old as the longest lease brings no time. *)

Request(tells, time, n) ==
  [k |-> IF tells THEN "share" ELSE "renew", len |-> time, n |-> n, age |-> 0]
Answer(m, rest) == [k |-> IF m.k = "share" THEN "shares" ELSE "renewed",
                    len |-> rest, n |-> m.n, age |-> m.age]
Older(m) == [m EXCEPT !.age = Min(Longest, @ + 1)]

(* What finds no room takes the place of another message, which is lost, or is lost itself. *)
Into(messages, m) ==
  IF m \in messages THEN {messages}
  ELSE IF Cardinality(messages) < MaxNet THEN {messages \cup {m}}
  ELSE {messages} \cup {(messages \ {o}) \cup {m} : o \in messages}
Send(m) == net' \in Into(net, m)

---------------------------------------------------------------------------
(* The holder. *)

Renew ==
  /\ Held
  /\ Send(Request(cl.tells, cl.time, 0))
  /\ UNCHANGED <<left, shared, other, cl, unsure>>

(* A shorter time holds at once, a longer one when the store has confirmed it. *)
Extend(t) ==
  /\ Held /\ ~cl.waits /\ cl.n < Extensions
  /\ LET believed == IF t < cl.left /\ On("shorterAtOnce") THEN t
                     ELSE IF On("confirmedFirst") THEN cl.left ELSE Max(t, cl.left)
     IN cl' = [cl EXCEPT !.left = believed, !.time = t, !.n = @ + 1, !.waits = TRUE]
  /\ Send(Request(cl.tells, t, cl.n + 1))
  /\ UNCHANGED <<left, shared, other, unsure>>

(* No answer came in time: the caller is told so. *)
GiveUp ==
  /\ cl.waits
  /\ cl' = [cl EXCEPT !.waits = FALSE]
  /\ UNCHANGED <<left, shared, other, net, unsure>>

(* Any answer says how long the store keeps the hold; of that it believes in what it asks for. *)
Answered(m) ==
  /\ m.k \in {"shares", "renewed"} /\ Held
  /\ LET rest == IF On("noMoreThanAsked") THEN Min(m.len, cl.time) ELSE m.len
         known == [cl EXCEPT !.left = Max(@, Less(rest, m.age)), !.tells = FALSE]
         mine == cl.waits /\ m.n = cl.n
     IN
     IF mine /\ m.k = "shares" /\ On("renewedAfterTheMode")
     THEN /\ cl' = known
          /\ Send(Request(FALSE, cl.time, cl.n))
          /\ UNCHANGED unsure
     ELSE /\ cl' = IF mine THEN [known EXCEPT !.waits = FALSE] ELSE known
          /\ unsure' = (unsure \/ (mine /\ m.len < cl.time))
          /\ UNCHANGED net
  /\ UNCHANGED <<left, shared, other>>

---------------------------------------------------------------------------
(* The store. *)

Keeps(len) == IF On("neverShortened") THEN Max(left, len) ELSE len

Arrives(m) ==
  /\ m.k \in {"share", "renew"} /\ left > 0 /\ ~other
  /\ LET next == IF m.k = "share" /\ shared THEN left ELSE Keeps(m.len) IN
     /\ left' = next
     /\ Send(Answer(m, next))
  /\ shared' = (shared \/ m.k = "share")
  /\ UNCHANGED <<other, cl, unsure>>

OtherTakes ==
  /\ left = 0 /\ ~other
  /\ other' = TRUE
  /\ UNCHANGED <<left, shared, cl, net, unsure>>

Tick ==
  /\ left' = Less(left, 1)
  /\ cl' = [cl EXCEPT !.left = Less(@, 1)]
  /\ net' = {Older(m) : m \in net}
  /\ UNCHANGED <<shared, other, unsure>>

Next ==
  \/ Renew \/ GiveUp \/ OtherTakes \/ Tick
  \/ \E t \in Times : Extend(t)
  \/ \E m \in net : Answered(m) \/ Arrives(m)

Spec == Init /\ [][Next]_vars

---------------------------------------------------------------------------
(* A1, T2: who believes has a live hold, and stops before the store does. *)
A1_oneHolder == ~(Held /\ other)
T2_deadlineBeforeExpiry == cl.left <= left

(* R4: a shorter time holds for the client from the moment that it is asked for. *)
R4_noLongerThanAsked == cl.left <= cl.time

(* R4: an extension that ends well was confirmed by the store. *)
R4_confirmed == ~unsure

(* R3: the store itself never shortens a hold. *)
R3_neverShortened == [][left' + 1 >= left]_vars
=============================================================================
