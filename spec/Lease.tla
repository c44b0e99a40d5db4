------------------------------- MODULE Lease -------------------------------
(***************************************************************************)
(* A lease with a token and a fenced resource: one name, one store, no     *)
(* queue.  Clients try, renew and release; every message may be lost, late *)
(* without bound, repeated, or overtaken; a client may stop at any point   *)
(* for any time; its clock may fall behind within the stated drift.        *)
(*                                                                         *)
(* Time is relative: what the program keeps as an instant is kept here as  *)
(* what is left until then, or as an age, so no bound on the length of a   *)
(* history is needed.  A tick is one step of real time, which is the       *)
(* store's.  A client's clock may fall behind by Drift ticks between the   *)
(* sending of a request and the deadline that comes of it, so in real time *)
(* the client believes for so much longer.                                 *)
(***************************************************************************)
EXTENDS Naturals, Sequences, FiniteSets, TLC

CONSTANTS
  Clients,    \* the clients
  Nobody,     \* no client
  Attempts,   \* attempts of each client
  Lease,      \* ticks that a grant lasts
  Short,      \* ticks of the shorter renewal (a lent lease has its own terms)
  Margin,     \* ticks by which a client's deadline is earlier than the store's
  Drift,      \* ticks that a client's clock may lose from a sending to its deadline
  MaxNet,     \* messages under way at a time
  Writes,     \* whether the resource is looked at too (it multiplies the states)
  Without     \* the rule that is removed: {} for the protocol, else a twin

VARIABLES
  hold,       \* the store's record: whose attempt, what is left, its token
  last,       \* the last token granted
  spent,      \* attempts that the store has granted once
  net,        \* messages under way
  cl,         \* the clients
  grants,     \* (history) tokens in the order of their grants
  mark,       \* the resource's highest token
  seen,       \* (history) the newest grant of which a write was accepted
  stale       \* (history) whether a write of an older grant was accepted after it

vars == <<hold, last, spent, net, cl, grants, mark, seen, stale>>

On(rule) == rule \notin Without
Max(a, b) == IF a > b THEN a ELSE b
Less(a, b) == IF a > b THEN a - b ELSE 0

Free == [c |-> Nobody, n |-> 0, left |-> 0, tok |-> 0]
Owns(m) == hold.c = m.c /\ hold.n = m.n
Live == hold.left > 0

Init ==
  /\ hold = Free /\ last = 0 /\ spent = {} /\ net = {}
  /\ cl = [c \in Clients |-> [ph |-> "idle", n |-> 0, left |-> 0, tok |-> 0]]
  /\ grants = <<>> /\ mark = 0 /\ seen = 0 /\ stale = FALSE

Request(c, k, n, len) == [k |-> k, c |-> c, n |-> n, age |-> 0, len |-> len, tok |-> 0]
(* A reply goes on counting the age of its request: the client knows when it sent that. *)
Reply(m, k, left, tok) == [m EXCEPT !.k = k, !.len = left, !.tok = tok]
Timed == {"acquire", "granted", "renew", "renewed"}
(* Of others the age plays no part. *)
Answer(m, k) == [m EXCEPT !.k = k, !.len = 0, !.age = 0]

(* A client's phases follow each other, so an answer that it does not await now will never be; *)
(* dropping it changes no behaviour and saves states. *)
Awaited(m) ==
  CASE m.k \in {"granted", "refused"} -> cl'[m.c].ph = "asking" /\ cl'[m.c].n = m.n
    [] m.k \in {"renewed", "gone"} -> cl'[m.c].ph = "held" /\ cl'[m.c].n = m.n
    [] m.k = "over" -> cl'[m.c].ph = "ending" /\ cl'[m.c].n = m.n
    [] OTHER -> TRUE
Swept(messages) == {m \in messages : Awaited(m)}

(* A message that finds no room is lost. *)
Sent(m, others) ==
  IF Cardinality(others) < MaxNet /\ Awaited(m) THEN others \cup {m} ELSE others
(* The answer to m takes the place of m where there is no other. *)
Answered(m, answer) == Sent(answer, IF Cardinality(net) < MaxNet THEN net ELSE net \ {m})

---------------------------------------------------------------------------
(* The clients. *)

Ask(c) ==
  /\ cl[c].ph = "idle" /\ cl[c].n < Attempts
  /\ cl' = [cl EXCEPT ![c].ph = "asking", ![c].n = @ + 1, ![c].tok = 0]
  /\ net' = Sent(Request(c, "acquire", cl[c].n + 1, 0), Swept(net))
  /\ UNCHANGED <<hold, last, spent, grants, mark, seen, stale>>

(* A store's client may ask again by itself, for the same attempt. *)
AskAgain(c) ==
  /\ cl[c].ph = "asking"
  /\ UNCHANGED cl
  /\ net' = Sent(Request(c, "acquire", cl[c].n, 0), net)
  /\ UNCHANGED <<hold, last, spent, grants, mark, seen, stale>>

(* T1, T2: what is left counts from the sending, less the margin. *)
Certain(m) ==
  LET from == IF On("deadlineFromSending") THEN m.age ELSE 0
      margin == IF On("margin") THEN Margin ELSE 0
      lost == IF On("suspensionCounts") THEN 0..Drift ELSE {0, Lease}
  IN  {Less(m.len + behind, from + margin) : behind \in lost}

Granted(m) ==
  /\ m.k = "granted" /\ cl[m.c].ph = "asking" /\ cl[m.c].n = m.n
  /\ \E left \in Certain(m) :
       cl' = [cl EXCEPT ![m.c].ph = "held", ![m.c].left = left, ![m.c].tok = m.tok]
  /\ net' = Swept(net)
  /\ UNCHANGED <<hold, last, spent, grants, mark, seen, stale>>

Refused(m) ==
  /\ m.k = "refused" /\ cl[m.c].ph = "asking" /\ cl[m.c].n = m.n
  /\ cl' = [cl EXCEPT ![m.c].ph = "idle"]
  /\ net' = Swept(net)
  /\ UNCHANGED <<hold, last, spent, grants, mark, seen, stale>>

Renew(c) ==
  /\ cl[c].ph = "held" /\ cl[c].left > 0
  /\ UNCHANGED cl
  /\ \E len \in {Lease, Short} : net' = Sent(Request(c, "renew", cl[c].n, len), net)
  /\ UNCHANGED <<hold, last, spent, grants, mark, seen, stale>>

Renewed(m) ==
  /\ m.k = "renewed" /\ cl[m.c].ph = "held" /\ cl[m.c].n = m.n
  /\ cl[m.c].left > 0
  /\ \E left \in Certain(m) : cl' = [cl EXCEPT ![m.c].left = Max(@, left)]
  /\ net' = Swept(net)
  /\ UNCHANGED <<hold, last, spent, grants, mark, seen, stale>>

Gone(m) ==
  /\ m.k = "gone" /\ cl[m.c].ph = "held" /\ cl[m.c].n = m.n
  /\ cl' = [cl EXCEPT ![m.c].ph = "idle", ![m.c].left = 0]
  /\ net' = Swept(net)
  /\ UNCHANGED <<hold, last, spent, grants, mark, seen, stale>>

(* Released, expired, or given up because no answer came: the attempt is ended, and its release is *)
(* repeated until it is confirmed. *)
End(c) ==
  /\ cl[c].ph \in {"asking", "held", "ending"}
  /\ cl' = [cl EXCEPT ![c].ph = "ending", ![c].left = 0]
  /\ net' = Sent(Request(c, "release", cl[c].n, 0), Swept(net))
  /\ UNCHANGED <<hold, last, spent, grants, mark, seen, stale>>

Over(m) ==
  /\ m.k = "over" /\ cl[m.c].ph = "ending" /\ cl[m.c].n = m.n
  /\ cl' = [cl EXCEPT ![m.c].ph = "idle"]
  /\ net' = Swept(net)
  /\ UNCHANGED <<hold, last, spent, grants, mark, seen, stale>>

---------------------------------------------------------------------------
(* The store. *)

Acquire(m) ==
  /\ m.k = "acquire"
  /\ UNCHANGED cl
  /\ IF Live /\ Owns(m)
     THEN (* A3: the same answer again, with what is left of it *)
          /\ net' = Answered(m, Reply(m, "granted",
                               IF On("remainingTime") THEN hold.left ELSE Lease, hold.tok))
          /\ UNCHANGED <<hold, last, spent, grants>>
     ELSE IF Live \/ <<m.c, m.n>> \in spent
     THEN /\ net' = Answered(m, Answer(m, "refused"))
          /\ UNCHANGED <<hold, last, spent, grants>>
     ELSE LET tok == (IF On("tokenOutlivesHold") THEN last ELSE hold.tok) + 1 IN
          /\ hold' = [c |-> m.c, n |-> m.n, left |-> Lease, tok |-> tok]
          /\ last' = tok
          /\ spent' = spent \cup {<<m.c, m.n>>}
          /\ grants' = Append(grants, tok)
          /\ net' = Answered(m, Reply(m, "granted", Lease, tok))
  /\ UNCHANGED <<mark, seen, stale>>

RenewHold(m) ==
  /\ m.k = "renew"
  /\ UNCHANGED cl
  /\ IF Owns(m) /\ (Live \/ ~On("noRevival"))
     THEN LET left == IF On("neverShortened") THEN Max(hold.left, m.len) ELSE m.len IN
          /\ hold' = [hold EXCEPT !.left = left]
          /\ net' = Answered(m, Reply(m, "renewed", left, 0))
     ELSE /\ net' = Answered(m, Answer(m, "gone"))
          /\ UNCHANGED hold
  /\ UNCHANGED <<last, spent, grants, mark, seen, stale>>

Release(m) ==
  /\ m.k = "release"
  /\ UNCHANGED cl
  /\ hold' = IF Owns(m) \/ ~On("ownerCheck") THEN Free ELSE hold
  /\ net' = Answered(m, Answer(m, "over"))
  /\ UNCHANGED <<last, spent, grants, mark, seen, stale>>

---------------------------------------------------------------------------
(* The resource: a write of any grant may arrive at any time after it, however long its sender was *)
(* stopped between looking at its lease and writing. *)

Write ==
  Writes /\ \E i \in 1..Len(grants) :
    /\ grants[i] >= mark \/ ~On("fence")
    /\ i # seen
    /\ mark' = Max(mark, grants[i])
    /\ seen' = Max(seen, i)
    /\ stale' = (stale \/ i < seen)
    /\ UNCHANGED <<hold, last, spent, net, cl, grants>>

---------------------------------------------------------------------------

Tick ==
  /\ hold' = [hold EXCEPT !.left = Less(@, 1)]
  /\ cl' = [c \in Clients |-> [cl[c] EXCEPT !.left = Less(@, 1)]]
  /\ net' = {IF m.age = Lease + 1 \/ m.k \notin Timed THEN m ELSE [m EXCEPT !.age = @ + 1]
               : m \in net}
  /\ UNCHANGED <<last, spent, grants, mark, seen, stale>>

Lose == \E m \in net : net' = net \ {m} /\ UNCHANGED <<hold, last, spent, cl, grants, mark, seen, stale>>

Next ==
  \/ \E c \in Clients : Ask(c) \/ AskAgain(c) \/ Renew(c) \/ End(c)
  \/ \E m \in net : \/ Granted(m) \/ Refused(m) \/ Renewed(m) \/ Gone(m) \/ Over(m)
                    \/ Acquire(m) \/ RenewHold(m) \/ Release(m)
  \/ Write \/ Tick \/ Lose

Spec == Init /\ [][Next]_vars

---------------------------------------------------------------------------
(* The rules, by their names in docs/SPEC.md. *)

Believes(c) == cl[c].ph = "held" /\ cl[c].left > 0

(* A1, and claim C2: no two clients believe in the name at once. *)
A1_oneHolder == \A c, d \in Clients : Believes(c) /\ Believes(d) => c = d

(* T1, T2: whoever believes has a live hold with this token, and stops before the store does. *)
T2_deadlineBeforeExpiry ==
  \A c \in Clients : Believes(c) =>
    hold.c = c /\ hold.n = cl[c].n /\ hold.left > 0 /\ hold.tok = cl[c].tok

(* F1: tokens strictly grow. *)
F1_tokensGrow == \A i \in 2..Len(grants) : grants[i] > grants[i - 1]

(* Claim C1: the resource accepts writes in the order of the grants only. *)
C1_writesInGrantOrder == ~stale

(* R1: a renewal is answered with yes for a live grant only. *)
R1_onlyLiveIsRenewed ==
  [][\A m \in net' \ net : m.k = "renewed" /\ cl' = cl /\ Cardinality(net') > Cardinality(net)
       => Owns(m) /\ Live]_vars

SameHold == hold'.c = hold.c /\ hold'.n = hold.n

(* R2: an expired grant is never revived. *)
R2_noRevival == [][SameHold /\ hold.left = 0 => hold'.left = 0]_vars

(* R3: a renewal never shortens (only time does, tick by tick). *)
R3_neverShortened == [][SameHold => hold'.left + 1 >= hold.left]_vars

(* X2: a live hold ends early by a release of its own attempt, never by another's. *)
X2_staleReleaseIsHarmless ==
  [][Live /\ ~SameHold => \E m \in net : m.k = "release" /\ Owns(m)]_vars

Symmetry == Permutations(Clients)
=============================================================================
