------------------------------- MODULE Quorum -------------------------------
(***************************************************************************)
(* A lock that a majority of independent members holds: one name,          *)
(* exclusive.  A client asks members one by one, in any order, collects    *)
(* what they grant, writes the highest stamp back, renews, repairs, and    *)
(* lets go.  Every message may be lost or late without bound; an answer    *)
(* comes at once or not at all, as a late one tells no more than an early  *)
(* one (deadlines count from the sending).  A client may stop at any point *)
(* for any time.  A member may be restarted without its data.              *)
(*                                                                         *)
(* Who comes first in the queue is a matter of order, not of safety, and   *)
(* not here: clients ask as they like.  Tokens are looked at without       *)
(* restarts: over lost data they rest on the clocks, as in Stamps.tla.     *)
(***************************************************************************)
EXTENDS Naturals, FiniteSets, TLC

CONSTANTS
  Clients,    \* the clients
  Members,    \* the members, an odd number
  Nobody,     \* no client
  Attempts,   \* attempts of each client
  Lease,      \* ticks that a grant lasts
  Margin,     \* ticks by which a client's deadline is earlier than the members'
  Drift,      \* ticks that a client's clock may lose against a member's during a lease
  Rejoin,     \* ticks for which a member that was restarted grants nothing
  Restarts,   \* how often members may be restarted without their data
  MaxNet,     \* messages under way at a time
  MaxStamp,   \* what a member may remember at first; 0: tokens are not looked at
  Proposals,  \* the stamps that a client may ask a member for; 0: none
  Without     \* the rule that is removed: {} for the protocol, else a twin

VARIABLES
  mem,        \* what each member has: whose attempt, what is left, its stamp
  last,       \* the last stamp that each member knows
  up,         \* for how long each has been up, up to Rejoin
  net,        \* what each client has asked of each member and is under way
  cl,         \* the clients
  restarts,   \* restarts so far
  top,        \* (history) the highest token granted
  grew,       \* (history) whether each token lay above all before
  after       \* (history) clients whose newest grant another's has come after

vars == <<mem, last, up, net, cl, restarts, top, grew, after>>

On(rule) == rule \notin Without
Max(a, b) == IF a > b THEN a ELSE b
Min(a, b) == IF a < b THEN a ELSE b
Less(a, b) == IF a > b THEN a - b ELSE 0
Tokens == MaxStamp > 0

Majority == IF On("majority") THEN Cardinality(Members) \div 2 + 1 ELSE 1

Free == [c |-> Nobody, n |-> 0, left |-> 0, st |-> 0]
Nothing == [k |-> "none", n |-> 0, age |-> 0, st |-> 0]
None == [m \in Members |-> 0]

Init ==
  /\ mem = [m \in Members |-> Free]
  /\ last \in [Members -> 0..MaxStamp]
  /\ up = [m \in Members |-> Rejoin]
  /\ net = [c \in Clients |-> [m \in Members |-> Nothing]]
  /\ cl = [c \in Clients |-> [ph |-> "idle", n |-> 0, cert |-> None, got |-> None]]
  /\ restarts = 0 /\ top = 0 /\ grew = TRUE /\ after = {}

---------------------------------------------------------------------------
(* What a client knows: for how long each member surely holds for it, and the stamp it said. *)

Holders(k) == {m \in Members : k.cert[m] > 0}
Highest(k) ==
  LET of == Holders(k) IN CHOOSE st \in {k.got[m] : m \in of} : \A m \in of : k.got[m] <= st
Believes(c) == cl[c].ph = "held"

Early == IF On("margin") THEN Margin ELSE 0
(* What is left counts from the sending, less the margin; a slow clock makes it last for longer. *)
Certain(left, age) == Less(left + Drift, age + Early)
Old == Lease + Drift

UnderWay == Cardinality({<<c, m>> \in Clients \X Members : net[c][m].k # "none"})
Asks(c, m, k, st) ==
  /\ net[c][m].k = "none" /\ UnderWay < MaxNet
  /\ net' = [net EXCEPT ![c][m] = [k |-> k, n |-> cl[c].n, age |-> 0, st |-> st]]

---------------------------------------------------------------------------
(* The clients. *)

Begin(c) ==
  /\ cl[c].ph = "idle" /\ cl[c].n < Attempts
  /\ cl' = [cl EXCEPT ![c] = [ph |-> "asking", n |-> @.n + 1, cert |-> None, got |-> None]]
  /\ after' = after \ {c}
  /\ UNCHANGED <<mem, last, up, net, restarts, top, grew>>

(* For a grant, perhaps with a certain stamp, whichever; or, by whoever holds, to repair.  The twin asks *)
(* on when the lease is over.                                                                            *)
Ask(c, m, st) ==
  /\ cl[c].ph \in {"asking", "held"} \cup (IF On("noRevival") THEN {} ELSE {"over"})
  /\ cl[c].cert[m] = 0
  /\ Asks(c, m, "acquire", st)
  /\ UNCHANGED <<mem, last, up, cl, restarts, top, grew, after>>

(* The twin writes to members that do not hold the attempt, too. *)
WriteBack(c, m) ==
  /\ Tokens /\ cl[c].ph = "asking"
  /\ Cardinality(Holders(cl[c])) >= Majority
  /\ m \in Holders(cl[c]) \/ ~On("holdersOnly")
  /\ cl[c].got[m] < Highest(cl[c])
  /\ Asks(c, m, "raise", Highest(cl[c]))
  /\ UNCHANGED <<mem, last, up, cl, restarts, top, grew, after>>

Written(k) ==
  LET who == IF On("holdersOnly") THEN Holders(k) ELSE Members
  IN  Cardinality({m \in who : k.got[m] = Highest(k)}) >= Majority

Grant(c) ==
  /\ cl[c].ph = "asking"
  /\ Cardinality(Holders(cl[c])) >= Majority
  /\ Written(cl[c]) \/ ~On("writeBack")
  /\ cl' = [cl EXCEPT ![c].ph = "held"]
  /\ top' = Max(top, Highest(cl[c]))
  /\ grew' = (grew /\ (Tokens => Highest(cl[c]) > top))
  /\ after' = (after \cup {d \in Clients \ {c} : cl[d].ph # "idle"}) \ {c}
  /\ UNCHANGED <<mem, last, up, net, restarts>>

Renew(c, m) ==
  /\ cl[c].ph = "held" /\ cl[c].cert[m] > 0
  /\ Asks(c, m, "renew", 0)
  /\ UNCHANGED <<mem, last, up, cl, restarts, top, grew, after>>

(* Released, over, or given up. *)
End(c) ==
  /\ cl[c].ph \in {"asking", "held", "over"}
  /\ cl' = [cl EXCEPT ![c].ph = "idle", ![c].cert = None, ![c].got = None]
  /\ UNCHANGED <<mem, last, up, net, restarts, top, grew, after>>

LetGo(c, m) ==
  /\ cl[c].ph = "idle" /\ mem[m].c = c /\ mem[m].left > 0
  /\ Asks(c, m, "release", 0)
  /\ UNCHANGED <<mem, last, up, cl, restarts, top, grew, after>>

---------------------------------------------------------------------------
(* The members. *)

Owns(c, m) == mem[m].c = c /\ mem[m].n = net[c][m].n /\ mem[m].left > 0
IsYoung(m) == On("rejoin") /\ up[m] < Rejoin

Done(c, m) == net' = [net EXCEPT ![c][m] = Nothing]

(* The client hears it, or does not; if it still wants to know. *)
Hears(c, m, cert, st) ==
  \/ UNCHANGED cl
  \/ /\ cl[c].n = net[c][m].n
     /\ cl[c].ph \in {"asking", "held"} \cup (IF On("noRevival") THEN {} ELSE {"over"})
     /\ LET k == [cl[c] EXCEPT !.cert[m] = Max(@, cert), !.got[m] = st]
            again == k.ph = "over" /\ Cardinality(Holders(k)) >= Majority
        IN  cl' = [cl EXCEPT ![c] = IF again THEN [k EXCEPT !.ph = "held"] ELSE k]

(* What was proposed is granted unless the next stamp is higher. The twin grants it, whatever it had. *)
NextStamp(m, proposed) ==
  IF ~Tokens THEN 0
  ELSE IF On("floor") \/ proposed = 0 THEN Max(last[m] + 1, proposed)
  ELSE proposed

AcquireAt(c, m) ==
  LET r == net[c][m]
      st == NextStamp(m, r.st)
  IN
  /\ r.k = "acquire"
  /\ Done(c, m)
  /\ IF Owns(c, m)
     THEN /\ Hears(c, m, Certain(mem[m].left, r.age), mem[m].st)
          /\ UNCHANGED <<mem, last>>
     ELSE IF mem[m].left > 0 \/ IsYoung(m)
     THEN UNCHANGED <<mem, last, cl>>
     ELSE /\ mem' = [mem EXCEPT ![m] = [c |-> c, n |-> r.n, left |-> Lease, st |-> st]]
          /\ last' = [last EXCEPT ![m] = st]
          /\ Hears(c, m, Certain(Lease, r.age), st)
  /\ UNCHANGED <<up, restarts, top, grew, after>>

(* A member that has a higher stamp already gives the next. *)
RaiseAt(c, m) ==
  LET r == net[c][m]
      st == IF mem[m].st < r.st THEN Max(last[m] + 1, r.st) ELSE mem[m].st
  IN
  /\ r.k = "raise"
  /\ Done(c, m)
  /\ IF Owns(c, m)
     THEN /\ mem' = [mem EXCEPT ![m].st = st]
          /\ last' = [last EXCEPT ![m] = Max(@, st)]
          /\ Hears(c, m, 0, st)
     ELSE /\ UNCHANGED mem
          /\ IF On("holdersOnly") THEN UNCHANGED <<last, cl>>
             ELSE /\ last' = [last EXCEPT ![m] = Max(@, r.st)]
                  /\ Hears(c, m, 0, r.st)
  /\ UNCHANGED <<up, restarts, top, grew, after>>

RenewAt(c, m) ==
  LET r == net[c][m] IN
  /\ r.k = "renew"
  /\ Done(c, m)
  /\ IF Owns(c, m)
     THEN /\ mem' = [mem EXCEPT ![m].left = Lease]
          /\ Hears(c, m, Certain(Lease, r.age), mem[m].st)
     ELSE UNCHANGED <<mem, cl>>
  /\ UNCHANGED <<last, up, restarts, top, grew, after>>

ReleaseAt(c, m) ==
  /\ net[c][m].k = "release"
  /\ Done(c, m)
  /\ mem' = IF Owns(c, m) THEN [mem EXCEPT ![m] = Free] ELSE mem
  /\ UNCHANGED <<last, up, cl, restarts, top, grew, after>>

Lose(c, m) ==
  /\ net[c][m].k # "none"
  /\ Done(c, m)
  /\ UNCHANGED <<mem, last, up, cl, restarts, top, grew, after>>

Restart(m) ==
  /\ restarts < Restarts
  /\ restarts' = restarts + 1
  /\ mem' = [mem EXCEPT ![m] = Free]
  /\ last' = [last EXCEPT ![m] = 0]
  /\ up' = [up EXCEPT ![m] = 0]
  /\ UNCHANGED <<net, cl, top, grew, after>>

---------------------------------------------------------------------------

Passed(h) == IF h.left > 1 THEN [h EXCEPT !.left = @ - 1] ELSE Free
Aged(r) == IF r.k \in {"acquire", "renew"} THEN [r EXCEPT !.age = Min(Old, @ + 1)] ELSE r
Waited(k) ==
  LET then == [k EXCEPT !.cert = [m \in Members |-> Less(k.cert[m], 1)]]
  IN  IF then.ph = "held" /\ Cardinality(Holders(then)) < Majority
      THEN [then EXCEPT !.ph = "over"] ELSE then

Tick ==
  /\ mem' = [m \in Members |-> Passed(mem[m])]
  /\ up' = [m \in Members |-> Min(Rejoin, up[m] + 1)]
  /\ net' = [c \in Clients |-> [m \in Members |-> Aged(net[c][m])]]
  /\ cl' = [c \in Clients |-> Waited(cl[c])]
  /\ UNCHANGED <<last, restarts, top, grew, after>>

Next ==
  \/ \E c \in Clients : Begin(c) \/ Grant(c) \/ End(c)
  \/ \E c \in Clients, m \in Members :
       \/ \E st \in Proposals : Ask(c, m, st)
       \/ WriteBack(c, m) \/ Renew(c, m) \/ LetGo(c, m)
       \/ AcquireAt(c, m) \/ RaiseAt(c, m) \/ RenewAt(c, m) \/ ReleaseAt(c, m) \/ Lose(c, m)
  \/ \E m \in Members : Restart(m)
  \/ Tick

Spec == Init /\ [][Next]_vars

Bounded == \A m \in Members : last[m] <= MaxStamp + 2

---------------------------------------------------------------------------
(* The rules, by their names in docs/SPEC.md. *)

(* A1, and claim C2: no two clients believe in the name at once. *)
A1_oneHolder == \A c, d \in Clients : Believes(c) /\ Believes(d) => c = d

(* F1: each grant's token lies above those of all before it. *)
F1_tokensGrow == grew

(* R2: who was passed over by another's grant does not believe in an old one again. *)
R2_noRevival == \A c \in after : ~Believes(c)

Symmetry == Permutations(Clients) \cup Permutations(Members)
=============================================================================
