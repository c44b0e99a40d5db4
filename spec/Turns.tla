------------------------------- MODULE Turns -------------------------------
(***************************************************************************)
(* Progress of the queue without any push (W1), and past dead waiters (W4).*)
(*                                                                         *)
(* Every push is lost.  Waiters look at their places at least every        *)
(* Interval; requests and answers take at most Delay each way (the bounds  *)
(* of the other models make them late without end: here the question is    *)
(* how long it takes when they are not).  Any client may crash, and its    *)
(* place stays until it runs out.                                          *)
(***************************************************************************)
EXTENDS Naturals, Sequences, FiniteSets, TLC

CONSTANTS
  Clients, Nobody,
  Lease,      \* ticks of a full hold
  Claim,      \* ticks of a hold that was handed over
  Interval,   \* ticks from the answer to one look at a place to the next look
  Place,      \* ticks of a place
  Delay,      \* ticks of a message, one way
  Crashes,    \* clients that may crash
  Bound,      \* ticks that W1 states
  Without     \* the rule that is removed: {} for the protocol, else a twin

VARIABLES
  hold,       \* the store's live hold: whose, what is left
  queue,      \* places: whose, what is left
  cl,         \* a client: its phase; ticks until it looks or renews again; its message under way
  idle        \* (history) ticks that one and the same client that is dead or does not know of it
              \* has held the name, or nobody has, while a live client waits

vars == <<hold, queue, cl, idle>>

On(rule) == rule \notin Without
Less(a, b) == IF a > b THEN a - b ELSE 0
Free == [c |-> Nobody, left |-> 0]
Silent == [k |-> "none", age |-> 0]
Ask(k) == [k |-> k, age |-> 0]

Init ==
  /\ hold = Free /\ queue = <<>> /\ idle = 0
  /\ cl = [c \in Clients |-> [ph |-> "idle", due |-> 0, msg |-> Silent]]

Waits(c) == \E i \in DOMAIN queue : queue[i].c = c
MoveOn(h, q) ==
  IF h.left > 0 \/ q = <<>> THEN [hold |-> h, queue |-> q]
  ELSE [hold |-> [c |-> Head(q).c, left |-> Claim], queue |-> Tail(q)]

(* A hold that was handed over is claimed at once; a place is looked at Interval after the answer to *)
(* the last look, as the engine does. *)
Begin(c) ==
  /\ cl[c].ph = "idle"
  /\ cl' = [cl EXCEPT ![c].ph = "asking", ![c].msg = Ask("acquire")]
  /\ UNCHANGED <<hold, queue, idle>>

Look(c) ==
  /\ cl[c].ph = "queued" /\ cl[c].msg = Silent /\ On("looks")
  /\ cl' = [cl EXCEPT ![c].msg = Ask("keep")]
  /\ UNCHANGED <<hold, queue, idle>>

Renew(c) ==
  /\ cl[c].ph = "held" /\ cl[c].msg = Silent
  /\ cl' = [cl EXCEPT ![c].msg = Ask("renew")]
  /\ UNCHANGED <<hold, queue, idle>>

Release(c) ==
  /\ cl[c].ph = "held" /\ cl[c].msg = Silent
  /\ cl' = [cl EXCEPT ![c].ph = "ending", ![c].msg = Ask("release")]
  /\ UNCHANGED <<hold, queue, idle>>

(* Whoever crashes says no more; what it sent may still arrive. *)
Crash(c) ==
  /\ Cardinality({d \in Clients : cl[d].ph = "dead"}) < Crashes
  /\ cl[c].ph \in {"asking", "queued", "held"}
  /\ cl' = [cl EXCEPT ![c].ph = "dead"]
  /\ UNCHANGED <<hold, queue, idle>>

Answer(c, k) == cl' = [cl EXCEPT ![c].msg.k = k]

Store(c) ==
  LET k == cl[c].msg.k
      mine == hold.left > 0 /\ hold.c = c
      kept == [i \in DOMAIN queue |->
                 IF queue[i].c = c /\ k = "keep" THEN [queue[i] EXCEPT !.left = Place] ELSE queue[i]]
      s == CASE k = "release" ->
                  MoveOn(IF mine THEN Free ELSE hold, SelectSeq(queue, LAMBDA p : p.c # c))
             [] k = "renew" /\ mine -> [hold |-> [c |-> c, left |-> Lease], queue |-> queue]
             [] k = "keep" /\ ~On("movesOn") -> [hold |-> hold, queue |-> kept]
             [] OTHER -> MoveOn(hold, kept)
      got == s.hold.left > 0 /\ s.hold.c = c
  IN
  /\ k \in {"acquire", "keep", "renew", "release"}
  /\ IF k = "acquire" /\ ~got /\ s.hold.left = 0
     THEN hold' = [c |-> c, left |-> Lease] /\ queue' = s.queue /\ Answer(c, "yours")
     ELSE IF k = "acquire" /\ ~got
     THEN hold' = s.hold /\ queue' = Append(s.queue, [c |-> c, left |-> Place])
          /\ Answer(c, "queued")
     ELSE hold' = s.hold /\ queue' = s.queue
          /\ Answer(c, IF got THEN "yours"
                       ELSE IF \E i \in DOMAIN s.queue : s.queue[i].c = c THEN "queued" ELSE "gone")
  /\ idle' = IF hold'.c = hold.c THEN idle ELSE 0

Hear(c) ==
  /\ cl[c].msg.k \in {"yours", "queued", "gone"}
  /\ cl' = [cl EXCEPT ![c] =
       [msg |-> Silent,
        ph |-> IF @.ph = "dead" THEN "dead"
               ELSE IF @.ph = "ending" THEN "idle"
               ELSE IF @.msg.k = "yours" THEN "held"
               ELSE IF @.msg.k = "queued" THEN "queued"
               ELSE "lost",
        due |-> IF @.msg.k = "yours" THEN (IF @.ph = "held" THEN 1 ELSE 0)
                ELSE IF @.msg.k = "queued" THEN Interval ELSE 0]]
  /\ UNCHANGED <<hold, queue, idle>>

Urgent(c) ==
  \/ cl[c].msg.k \in {"acquire", "keep", "renew", "release"} /\ cl[c].msg.age >= Delay
  \/ cl[c].msg.k \in {"yours", "queued", "gone"} /\ cl[c].msg.age >= 2 * Delay
  \/ cl[c].ph = "held" /\ cl[c].msg = Silent /\ cl[c].due = 0
  \/ cl[c].ph = "queued" /\ cl[c].msg = Silent /\ cl[c].due = 0 /\ On("looks")

Knows == hold.left > 0 /\ cl[hold.c].ph \in {"held", "ending"}
Waiting(c) == cl[c].ph = "queued"

Tick ==
  /\ \A c \in Clients : ~Urgent(c)
  /\ hold' = IF hold.left <= 1 THEN Free ELSE [hold EXCEPT !.left = @ - 1]
  /\ queue' = LET alive == SelectSeq(queue, LAMBDA p : p.left > 1)
              IN [i \in DOMAIN alive |-> [alive[i] EXCEPT !.left = @ - 1]]
  /\ cl' = [c \in Clients |->
              [cl[c] EXCEPT !.due = Less(@, 1),
                            !.msg = IF @ = Silent THEN @ ELSE [@ EXCEPT !.age = @ + 1]]]
  /\ idle' = IF hold'.c = hold.c /\ ~Knows /\ \E c \in Clients : Waiting(c)
             THEN (IF idle > Bound THEN idle ELSE idle + 1) ELSE 0

Next ==
  \/ \E c \in Clients :
       Begin(c) \/ Look(c) \/ Renew(c) \/ Release(c) \/ Crash(c) \/ Store(c) \/ Hear(c)
  \/ Tick

Spec == Init /\ [][Next]_vars

---------------------------------------------------------------------------
(* The rules, by their names in docs/SPEC.md. *)

(* W1, W4: without a push, a name stands unused for the bound at most, once for each client that *)
(* it is handed to, while somebody waits for it. *)
W1_progressWithoutPushes == idle <= Bound

(* W1, W2: a waiter that looks at its place in time is never passed over, and no holder that renews *)
(* in time loses its hold. *)
W1_nobodyIsPassedOver == \A c \in Clients : cl[c].ph # "lost"

Symmetry == Permutations(Clients)
=============================================================================
