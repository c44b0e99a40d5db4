------------------------------- MODULE Queue -------------------------------
(***************************************************************************)
(* The queue of one name: acquire, keep-alive of a place, claim (the first *)
(* renewal), release, handoff with a push.  The store is the protocol of   *)
(* NameState and of the scripts; a client is the state machine of Errand:  *)
(* IDLE, ASKING, QUEUED, HELD, ENDING, one attempt at a time.              *)
(*                                                                         *)
(* Every message may be lost, late without bound, overtaken, or read more  *)
(* than once; clients crash at any point and what they sent still arrives. *)
(* One thing is assumed of a transport: no copy of an acquire outlives the *)
(* answer to it, nor the grant or place that came of it; where a client's  *)
(* library may have sent two, the outcome must be called unknown.          *)
(* A mark lives longer than any message, so here it has no end of its own. *)
(*                                                                         *)
(* Time is relative (what is left, how old), so histories have no bound.   *)
(***************************************************************************)
EXTENDS Naturals, Sequences, FiniteSets, TLC

CONSTANTS
  Clients,    \* the clients
  Nobody,     \* no client
  Attempts,   \* attempts of each client
  Lease,      \* ticks of a claimed hold
  Claim,      \* ticks of a hold that was handed over, until it is claimed
  Place,      \* ticks of a place in the queue
  MaxNet,     \* messages under way at a time
  Crashes,    \* clients that may crash
  Without     \* the rule that is removed: {} for the protocol, else a twin

VARIABLES
  hold,       \* the live hold: whose attempt, what is left, and whether it was claimed
  queue,      \* places: whose attempt, what is left, age of the newest send time processed
  marks,      \* attempts that are refused
  net,        \* messages under way
  cl          \* the clients; st is what the store did for the present attempt (history)

vars == <<hold, queue, marks, net, cl>>

On(rule) == rule \notin Without
Max(a, b) == IF a > b THEN a ELSE b
Min(a, b) == IF a < b THEN a ELSE b
Less(a, b) == IF a > b THEN a - b ELSE 0

Free == [c |-> Nobody, n |-> 0, left |-> 0, claimed |-> FALSE, since |-> 0]
Grant(p, left, claimed) ==
  [c |-> p.c, n |-> p.n, left |-> left, claimed |-> claimed, since |-> 0]

Live(h) == h.left > 0
Of(x, m) == x.c = m.c /\ x.n = m.n
Waits(m, q) == \E i \in DOMAIN q : Of(q[i], m)
Leave(m, q) == SelectSeq(q, LAMBDA p : ~Of(p, m))

Init ==
  /\ hold = Free /\ queue = <<>> /\ marks = {} /\ net = {}
  /\ cl = [c \in Clients |->
             [ph |-> "idle", n |-> 0, left |-> 0, late |-> FALSE, last |-> 0, st |-> "none"]]

---------------------------------------------------------------------------
(* Messages. The age of a request goes on counting in its reply: the client knows when it sent it. *)

Message(k, c, n, age, left, late) ==
  [k |-> k, c |-> c, n |-> n, age |-> age, left |-> left, late |-> late]
Request(c, k) == Message(k, c, cl'[c].n, 0, 0, FALSE)
ReleaseOf(c) ==
  Message(IF On("oneVerbEnds") \/ cl[c].ph # "queued" THEN "release" ELSE "leave",
          c, cl[c].n, 0, 0, cl'[c].late)
Reply(m, k, left) == [m EXCEPT !.k = k, !.left = left, !.late = FALSE]
Answer(m, k) == [m EXCEPT !.k = k, !.left = 0, !.age = 0, !.late = FALSE]
Timed == {"acquire", "granted", "keep", "yours", "renew", "renewed", "push"}

Phase(m, phases) == cl'[m.c].n = m.n /\ cl'[m.c].ph \in phases

(* What its client does not await any more changes nothing and is dropped; so are the copies of an *)
(* acquire that was answered. *)
Awaited(m) ==
  CASE m.k \in {"granted", "queued", "refused"} -> Phase(m, {"asking"})
    [] m.k = "push" -> Phase(m, {"asking", "queued"})
    [] m.k \in {"yours", "nothing"} -> Phase(m, {"queued"})
    [] m.k \in {"renewed", "gone"} -> Phase(m, {"held"})
    [] m.k = "over" -> Phase(m, {"ending"})
    [] m.k = "acquire" ->
         \/ cl'[m.c].ph \in {"asking", "dead"} /\ cl'[m.c].n = m.n
         \/ cl'[m.c].late \/ cl'[m.c].n # m.n \/ cl'[m.c].ph = "idle"
         \/ ~On("noStrayCopies")
    [] OTHER -> TRUE
(* An attempt that was answered and then ended in the ordinary way leaves no copy behind: Awaited *)
(* drops the copy at the answer, so what is still there later was never answered. *)
Swept(messages) == {m \in messages : Awaited(m)}

RECURSIVE SendAll(_, _)
SendAll(more, others) ==  \* what finds no room is lost
  IF more = <<>> THEN others
  ELSE SendAll(Tail(more),
               IF Cardinality(others) < MaxNet /\ Awaited(Head(more))
               THEN others \cup {Head(more)} ELSE others)
Sends(more) == net' = SendAll(more, Swept(net))
(* The answer to m takes the place of m where there is no other. *)
Answers(m, more) ==
  LET others == Swept(net) IN
  net' = SendAll(more, IF Cardinality(others) + Len(more) > MaxNet THEN others \ {m} ELSE others)
(* A mark is of use only as long as what it refuses may arrive. *)
Marks(to) == marks' = {a \in to : \E m \in net' : m.k = "acquire" /\ m.c = a[1] /\ m.n = a[2]}

---------------------------------------------------------------------------
(* The clients. *)

Becomes(c, to) ==
  cl' = [cl EXCEPT ![c] =
           [ph |-> to.ph, n |-> to.n, left |-> to.left, late |-> to.late, st |-> to.st,
            last |-> IF On("echoedSendTime") \/ to.ph \notin {"asking", "queued"}
                     THEN 0 ELSE to.last]]

Quiet == UNCHANGED <<hold, queue>> /\ Marks(marks)

Ask(c) ==
  /\ cl[c].ph = "idle" /\ (cl[c].n < Attempts \/ ~On("freshIds"))
  /\ Becomes(c, [ph |-> "asking", n |-> IF On("freshIds") THEN cl[c].n + 1 ELSE 1,
                 left |-> 0, late |-> FALSE, st |-> "none", last |-> 0])
  /\ Sends(<<Request(c, "acquire")>>)
  /\ Quiet

KeepPlace(c) ==
  /\ cl[c].ph = "queued"
  /\ Becomes(c, [cl[c] EXCEPT !.last = 0])
  /\ Sends(<<Request(c, "keep")>>)
  /\ Quiet

(* The claim, and every renewal after it. *)
Renew(c) ==
  /\ cl[c].ph = "held"
  /\ UNCHANGED cl
  /\ Sends(<<Request(c, "renew")>>)
  /\ Quiet

(* Given up unanswered, cancelled, or released: the attempt is ended, and its release is repeated *)
(* until the store confirms it. *)
End(c) ==
  /\ cl[c].ph \in {"asking", "queued", "held", "ending"}
  /\ Becomes(c, [cl[c] EXCEPT !.ph = IF On("releaseIsConfirmed") THEN "ending" ELSE "idle",
                              !.left = 0, !.late = @ \/ cl[c].ph = "asking"])
  /\ Sends(<<ReleaseOf(c)>>)
  /\ Quiet

Crash(c) ==
  /\ Cardinality({d \in Clients : cl[d].ph = "dead"}) < Crashes
  /\ cl[c].ph \notin {"dead", "idle"}
  /\ Becomes(c, [cl[c] EXCEPT !.ph = "dead", !.left = 0, !.late = FALSE])
  /\ Sends(<<>>)
  /\ Quiet

(* T1: from the sending of a request that the store had processed. *)
Holds(m, age) ==
  Becomes(m.c, [cl[m.c] EXCEPT !.ph = "held", !.left = Max(@, Less(m.left, age))])

Hear(m) ==
  /\ cl[m.c].n = m.n
  /\ CASE m.k \in {"granted", "yours", "renewed"} -> Holds(m, m.age)
       [] m.k = "push" -> Holds(m, IF On("echoedSendTime") THEN m.age ELSE cl[m.c].last)
       [] m.k = "queued" -> Becomes(m.c, [cl[m.c] EXCEPT !.ph = "queued"])
       [] m.k \in {"refused", "gone", "over"} ->
            Becomes(m.c, [cl[m.c] EXCEPT !.ph = "idle", !.left = 0, !.late = FALSE])
       [] m.k = "nothing" -> \* it was passed over: it is ended like any other
            Becomes(m.c, [cl[m.c] EXCEPT !.ph = "ending", !.late = TRUE])
       [] OTHER -> FALSE
  /\ Answers(m, IF m.k = "nothing" THEN <<ReleaseOf(m.c)>> ELSE <<>>)
  /\ Quiet

---------------------------------------------------------------------------
(* The store. *)

(* Where there is no live hold, the first place becomes one, for its claim window. *)
MoveOn(h, q) ==
  IF Live(h) \/ q = <<>> THEN [hold |-> h, queue |-> q, push |-> <<>>]
  ELSE [hold |-> Grant(Head(q), Claim, FALSE), queue |-> Tail(q),
        push |-> <<Message("push", Head(q).c, Head(q).n, Head(q).age, Claim, FALSE)>>]

(* Takes over the store's new state; keeps the history of the present attempts. *)
Store(h, q, ended) ==
  /\ hold' = h /\ queue' = q
  /\ cl' = [c \in Clients |->
              IF \E m \in ended : m.c = c /\ m.n = cl[c].n THEN [cl[c] EXCEPT !.st = "ended"]
              ELSE IF Live(h) /\ h.c = c /\ h.n = cl[c].n /\ cl[c].st # "ended"
              THEN [cl[c] EXCEPT !.st = "granted"]
              ELSE cl[c]]

Kept(p, m) == [p EXCEPT !.left = Max(@, Place), !.age = Min(@, m.age)]
KeptIn(m, q) == [i \in DOMAIN q |-> IF Of(q[i], m) THEN Kept(q[i], m) ELSE q[i]]
NewPlace(m) == [c |-> m.c, n |-> m.n, left |-> Place, age |-> m.age]

Acquire(m) ==
  LET s == MoveOn(hold, queue) IN
  /\ m.k = "acquire"
  /\ IF Live(s.hold) /\ Of(s.hold, m)
     THEN Store(s.hold, s.queue, {}) /\ Answers(m, s.push \o <<Reply(m, "granted", s.hold.left)>>)
     ELSE IF <<m.c, m.n>> \in marks
     THEN Store(s.hold, s.queue, {}) /\ Answers(m, s.push \o <<Answer(m, "refused")>>)
     ELSE IF Waits(m, s.queue)
     THEN Store(s.hold, KeptIn(m, s.queue), {}) /\ Answers(m, s.push \o <<Answer(m, "queued")>>)
     ELSE IF ~Live(s.hold)
     THEN Store(Grant(m, Lease, TRUE), s.queue, {}) /\ Answers(m, <<Reply(m, "granted", Lease)>>)
     ELSE Store(s.hold, Append(s.queue, NewPlace(m)), {})
          /\ Answers(m, s.push \o <<Answer(m, "queued")>>)
  /\ Marks(marks)

Keep(m) ==
  LET found == Waits(m, queue)
      again == ~found /\ ~On("noNewPlace") /\ ~Of(hold, m)
      s == MoveOn(hold, IF again THEN Append(queue, NewPlace(m)) ELSE KeptIn(m, queue))
      mine == Live(s.hold) /\ Of(s.hold, m)
      h == IF mine /\ ~On("claimByRenewal") THEN [s.hold EXCEPT !.left = Lease] ELSE s.hold
  IN
  /\ m.k = "keep"
  /\ Store(h, s.queue, {})
  /\ Answers(m, s.push \o (IF mine THEN <<Reply(m, "yours", h.left)>>
                      ELSE IF Waits(m, s.queue) THEN <<>>
                      ELSE <<Answer(m, "nothing")>>))
  /\ Marks(marks)

RenewHold(m) ==
  LET s == MoveOn(hold, queue) IN
  /\ m.k = "renew"
  /\ IF Live(hold) /\ Of(hold, m)
     THEN LET h == Grant(m, Max(hold.left, Lease), TRUE)
          IN Store(h, queue, {}) /\ Answers(m, <<Reply(m, "renewed", h.left)>>)
     ELSE Store(s.hold, s.queue, {}) /\ Answers(m, s.push \o <<Answer(m, "gone")>>)
  /\ Marks(marks)

Release(m) ==
  LET mine == Live(hold) /\ Of(hold, m) /\ m.k = "release"
      found == mine \/ Waits(m, queue)
      s == MoveOn(IF mine THEN Free ELSE hold, Leave(m, queue))
  IN
  /\ m.k \in {"release", "leave"}
  /\ Store(s.hold, s.queue, {m})
  /\ Answers(m, s.push \o <<Answer(m, "over")>>)
  /\ Marks(IF (~found \/ m.late) /\ On("mark") THEN marks \cup {<<m.c, m.n>>} ELSE marks)

---------------------------------------------------------------------------

(* What expires takes the copies of its acquire with it. *)
Outlived(m) ==
  /\ m.k = "acquire" /\ On("noStrayCopies")
  /\ \/ hold.left = 1 /\ Of(hold, m)
     \/ \E i \in DOMAIN queue : Of(queue[i], m) /\ queue[i].left = 1

Older(age) == IF age >= Lease THEN age ELSE age + 1

Tick ==
  /\ hold' = IF hold.left <= 1 THEN Free
             ELSE [hold EXCEPT !.left = @ - 1, !.since = IF hold.claimed THEN 0 ELSE @ + 1]
  /\ queue' = LET alive == SelectSeq(queue, LAMBDA p : p.left > 1)
              IN [i \in DOMAIN alive |-> [alive[i] EXCEPT !.left = @ - 1, !.age = Older(@)]]
  /\ cl' = [c \in Clients |->
              [cl[c] EXCEPT !.left = Less(@, 1),
                            !.last = IF On("echoedSendTime") THEN 0
                                     ELSE IF cl[c].ph \in {"asking", "queued"} THEN Older(@) ELSE 0]]
  /\ net' = {IF m.k \in Timed THEN [m EXCEPT !.age = Older(@)] ELSE m
               : m \in {x \in net : ~Outlived(x)}}
  /\ Marks(marks)

Lose ==
  /\ \E m \in net : net' = net \ {m}
  /\ UNCHANGED <<hold, queue, cl>>
  /\ Marks(marks)

Next ==
  \/ \E c \in Clients : Ask(c) \/ KeepPlace(c) \/ Renew(c) \/ End(c) \/ Crash(c)
  \/ \E m \in net : Hear(m) \/ Acquire(m) \/ Keep(m) \/ RenewHold(m) \/ Release(m)
  \/ Tick \/ Lose

Spec == Init /\ [][Next]_vars

---------------------------------------------------------------------------
(* The rules, by their names in docs/SPEC.md. *)

Believes(c) == cl[c].ph = "held" /\ cl[c].left > 0

(* A1, and claim C2. *)
A1_oneHolder == \A c, d \in Clients : Believes(c) /\ Believes(d) => c = d

(* T1: whoever believes has a live hold that lasts at least as long. *)
T1_beliefIsCovered ==
  \A c \in Clients : Believes(c) => hold.c = c /\ hold.n = cl[c].n /\ cl[c].left <= hold.left

(* W2: nothing is left of what its client has ended, or is about to be. *)
Pursued(a) ==
  \/ cl[a.c].ph = "dead"
  \/ cl[a.c].n = a.n /\ cl[a.c].ph # "idle"
  \/ \E m \in net : m.k \in {"release", "leave"} /\ Of(m, a)
W2_noOrphanHold == Live(hold) => Pursued(hold)
W2_noOrphanWaiter == \A i \in DOMAIN queue : Pursued(queue[i])

(* X3: what a release has ended neither holds nor waits again, the overtaken acquire included. *)
Ended(a) == cl[a.c].n = a.n /\ cl[a.c].st = "ended"
X3_endedStaysEnded ==
  /\ Live(hold) => ~Ended(hold)
  /\ \A i \in DOMAIN queue : ~Ended(queue[i])

(* W4: what is handed to a dead waiter is free again after one claim window. *)
W4_oneClaimWindow == Live(hold) /\ ~hold.claimed => hold.since < Claim

NewGrant == Live(hold') /\ ~Of(hold, hold')

(* A3: an attempt is granted once. *)
A3_grantedOnce ==
  [][NewGrant /\ cl[hold'.c].n = hold'.n => cl[hold'.c].st = "none"]_vars

(* W3: nobody is granted past one that waits, unless that one is leaving in this very step. *)
W3_firstComeFirstServed ==
  [][NewGrant =>
       \A i \in DOMAIN queue :
         (\A j \in 1..i : ~Of(queue[j], hold'))
           => \E m \in net : m.k \in {"release", "leave"} /\ Of(queue[i], m)]_vars

(* X2: a live hold ends early by a release of its own attempt, never by another's. *)
X2_staleReleaseIsHarmless ==
  [][hold.left > 1 /\ ~Of(hold, hold') => \E m \in net : m.k = "release" /\ Of(hold, m)]_vars

Symmetry == Permutations(Clients)
=============================================================================
