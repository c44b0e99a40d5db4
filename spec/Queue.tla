------------------------------- MODULE Queue -------------------------------
(***************************************************************************)
(* The queue of one name: acquire, keep-alive of a place, claim (the first *)
(* renewal), release, handoff with a push.  The store is the protocol of   *)
(* NameState and of the scripts; a client is the state machine of Errand:  *)
(* IDLE, ASKING, QUEUED, HELD, ENDING, one attempt at a time.              *)
(*                                                                         *)
(* Every message may be lost, late without bound, overtaken, or read more  *)
(* than once; a client may stop at any point, for any time or for good (a  *)
(* crash), and what it sent still arrives.                                 *)
(* One thing is assumed of a transport: no copy of an acquire outlives the *)
(* answer to it, nor the grant or place that came of it; where a client's  *)
(* library may have sent two, the outcome must be called unknown.          *)
(* A mark lives longer than any message, so here it has no end of its own. *)
(*                                                                         *)
(* Time is relative (what is left, how old), so histories have no bound.   *)
(*                                                                         *)
(* What is no variable, and why nothing is lost by it, is said in          *)
(* README.md under "What keeps the models small".                          *)
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
  Without     \* the rule that is removed: {} for the protocol, else a twin

VARIABLES
  hold,       \* the live hold: whose attempt, what is left
  queue,      \* places: whose attempt, what is left, age of the newest send time processed
  marks,      \* attempts that are refused, while they may arrive
  net,        \* messages under way
  cl          \* the clients; st is what the store did for the present attempt (history)

vars == <<hold, queue, marks, net, cl>>

On(rule) == rule \notin Without
Max(a, b) == IF a > b THEN a ELSE b
Min(a, b) == IF a < b THEN a ELSE b
Less(a, b) == IF a > b THEN a - b ELSE 0

Free == [c |-> Nobody, n |-> 0, left |-> 0]
Grant(p, left) == [c |-> p.c, n |-> p.n, left |-> left]

Live(h) == h.left > 0
Of(x, m) == x.c = m.c /\ x.n = m.n
Waits(m, q) == \E i \in DOMAIN q : Of(q[i], m)
Leave(m, q) == SelectSeq(q, LAMBDA p : ~Of(p, m))

Init ==
  /\ hold = Free /\ queue = <<>> /\ marks = {} /\ net = {}
  /\ cl = [c \in Clients |->
             [ph |-> "idle", n |-> 0, left |-> 0, late |-> FALSE, last |-> 0, st |-> "none"]]

---------------------------------------------------------------------------
(* Messages. A reply, or a push, says what is left, counted from the sending of the request that it *)
(* answers; time lessens it while it is under way. *)

Message(k, c, n) == [k |-> k, c |-> c, n |-> n, age |-> 0, left |-> 0, late |-> FALSE]
Answer(m, k) == Message(k, m.c, m.n)
Reply(m, k, left) == [Answer(m, k) EXCEPT !.left = Less(left, m.age)]
(* T1: the push echoes the send time that the place was last kept with. *)
Push(p) ==
  [Answer(p, "push") EXCEPT !.left = IF On("echoedSendTime") THEN Less(Claim, p.age) ELSE Claim]

(* From this age on a request is too old for any answer to it to be of use. *)
Old(k) == IF k = "keep" /\ On("claimByRenewal") THEN Claim ELSE Lease
Requests == {"acquire", "keep", "renew"}
Timed == {"granted", "yours", "renewed"} \cup (IF On("echoedSendTime") THEN {"push"} ELSE {})
Aged(m) ==
  IF m.k \in Requests THEN [m EXCEPT !.age = Min(Old(m.k), @ + 1)]
  ELSE IF m.k \in Timed THEN [m EXCEPT !.left = Less(@, 1)]
  ELSE m

Awaits(k, m, phases) == k[m.c].n = m.n /\ k[m.c].ph \in phases
Arrives(kinds, a, n) == \E m \in n : m.k \in kinds /\ Of(m, a)

(* Whether a message can still change anything, with what the store and the clients then are; and *)
(* no copy of an acquire that was answered, or given up after its answer, arrives any more. *)
Matters(m, h, q, k, n) ==
  CASE m.k \in {"granted", "queued", "refused"} -> Awaits(k, m, {"asking"})
    [] m.k = "push" -> Awaits(k, m, {"asking", "queued"})
    [] m.k \in {"yours", "nothing"} -> Awaits(k, m, {"queued"})
    [] m.k = "renewed" -> Awaits(k, m, {"held"}) /\ m.left > k[m.c].left
    [] m.k = "gone" -> Awaits(k, m, {"held"})
    [] m.k = "over" -> Awaits(k, m, {"ending"})
    [] m.k = "acquire" ->
         \/ Awaits(k, m, {"asking", "idle"}) \/ k[m.c].n # m.n \/ k[m.c].late
         \/ ~On("noStrayCopies")
    [] m.k = "keep" ->
         Waits(m, q) \/ Of(h, m) \/ Awaits(k, m, {"queued"}) \/ ~On("noNewPlace")
    [] m.k = "renew" -> Of(h, m) \/ Awaits(k, m, {"held"})
    [] m.k \in {"release", "leave"} ->
         \/ Of(h, m) \/ Waits(m, q) \/ Awaits(k, m, {"ending"}) \/ Arrives({"acquire"}, m, n)
         \/ ~On("noNewPlace") \/ ~On("freshIds")

(* The age of a request plays no part where its client awaits no grant any more; nor does it play one *)
(* whether a release is late where no acquire is under way. *)
Hopes(k, m) == Awaits(k, m, {"asking", "queued"})
Plain(m, k, n) ==
  IF \/ m.k \in {"acquire", "keep"} /\ ~Hopes(k, m)
     \/ m.k = "renew" /\ ~Awaits(k, m, {"held"})
  THEN [m EXCEPT !.age = Old(m.k)]
  ELSE IF m.k = "release" /\ m.late /\ ~Arrives({"acquire"}, m, n) THEN [m EXCEPT !.late = FALSE]
  ELSE m
Places(k, q) == [i \in DOMAIN q |-> IF Hopes(k, q[i]) THEN q[i] ELSE [q[i] EXCEPT !.age = Claim]]

(* What finds no room takes the place of another message, which is lost, or is lost itself. *)
Into(messages, m) ==
  IF m \in messages THEN {messages}
  ELSE IF Cardinality(messages) < MaxNet THEN {messages \cup {m}}
  ELSE {messages} \cup {(messages \ {o}) \cup {m} : o \in messages}
RECURSIVE IntoAll(_, _)
IntoAll(nets, more) ==
  IF more = <<>> THEN nets
  ELSE IntoAll(UNION {Into(n, Head(more)) : n \in nets}, Tail(more))

(* The history of the present attempts; it is of use only while they may be granted or queue. *)
MayCome == IF On("noNewPlace") THEN {"acquire"} ELSE {"acquire", "keep"}
Done(c, k, h, ended, n) ==
  IF ~Arrives(MayCome, [c |-> c, n |-> k.n], n) /\ (On("noNewPlace") \/ k.ph # "queued") THEN "none"
  ELSE IF \E m \in ended : m.c = c /\ m.n = k.n THEN "ended"
  ELSE IF Live(h) /\ h.c = c /\ h.n = k.n /\ k.st # "ended" THEN "granted"
  ELSE k.st

(* The next state: the store's, the clients, the messages that stay, and those that are sent. What *)
(* cannot matter any more is forgotten. *)
Becomes(h, q, to, k, ended, stay, sent) ==
  LET swept(n) == {Plain(m, k, n) : m \in {o \in n : Matters(o, h, q, k, n)}} IN
  \E n \in {swept(r) : r \in IntoAll({swept(stay)}, sent)} :
    /\ hold' = h /\ queue' = Places(k, q) /\ net' = n
    /\ marks' = {a \in to : Arrives({"acquire"}, [c |-> a[1], n |-> a[2]], n)}
    /\ cl' = [c \in Clients |->
                [k[c] EXCEPT !.late = @ /\ Arrives({"acquire"}, [c |-> c, n |-> k[c].n], n),
                             !.st = Done(c, k[c], h, ended, n)]]

(* What a client does by itself. *)
Does(c, k, sent) == Becomes(hold, queue, marks, [cl EXCEPT ![c] = k], {}, net, sent)
(* What the store does. *)
Store(h, q, sent) == Becomes(h, q, marks, cl, {}, net, sent)

---------------------------------------------------------------------------
(* The clients. *)

At(c, ph) ==
  [cl[c] EXCEPT !.ph = ph, !.left = 0,
                !.last = IF On("echoedSendTime") \/ ph \notin {"asking", "queued"} THEN 0 ELSE @]

Ask(c) ==
  /\ cl[c].ph = "idle" /\ (cl[c].n < Attempts \/ ~On("freshIds"))
  /\ LET n == IF On("freshIds") THEN cl[c].n + 1 ELSE 1 IN
     Does(c, [At(c, "asking") EXCEPT !.n = n, !.late = FALSE, !.st = "none", !.last = 0],
          <<Message("acquire", c, n)>>)

KeepPlace(c) ==
  /\ cl[c].ph = "queued"
  /\ Does(c, [cl[c] EXCEPT !.last = 0], <<Message("keep", c, cl[c].n)>>)

(* The claim, and every renewal after it. *)
Renew(c) ==
  /\ cl[c].ph = "held"
  /\ Does(c, cl[c], <<Message("renew", c, cl[c].n)>>)

ReleaseOf(c, late) ==
  [Message(IF On("oneVerbEnds") \/ cl[c].ph # "queued" THEN "release" ELSE "leave", c, cl[c].n)
     EXCEPT !.late = late]

(* Given up unanswered, cancelled, or released: the attempt is ended, and its release is repeated *)
(* until the store confirms it. *)
End(c) ==
  /\ cl[c].ph \in {"asking", "queued", "held", "ending"}
  /\ LET late == cl[c].late \/ cl[c].ph = "asking" IN
     Does(c, [At(c, IF On("releaseIsConfirmed") THEN "ending" ELSE "idle") EXCEPT !.late = late],
          <<ReleaseOf(c, late)>>)

(* Whose lease runs out goes on to end the attempt. *)
Holding(c, left) ==
  IF left = 0 THEN At(c, "ending") ELSE [At(c, "held") EXCEPT !.left = left]

(* T1: from the sending of a request that the store had processed. *)
Holds(m, left) == Does(m.c, Holding(m.c, Max(cl[m.c].left, left)), <<>>)

Hear(m) ==
  /\ cl[m.c].n = m.n
  /\ CASE m.k \in {"granted", "yours", "renewed"} -> Holds(m, m.left)
       [] m.k = "push" ->
            Holds(m, IF On("echoedSendTime") THEN m.left ELSE Less(m.left, cl[m.c].last))
       [] m.k = "queued" -> Does(m.c, At(m.c, "queued"), <<>>)
       [] m.k \in {"refused", "gone", "over"} ->
            Does(m.c, [At(m.c, "idle") EXCEPT !.late = FALSE], <<>>)
       [] m.k = "nothing" -> \* it was passed over: it is ended like any other
            Does(m.c, [At(m.c, "ending") EXCEPT !.late = TRUE], <<ReleaseOf(m.c, TRUE)>>)
       [] OTHER -> FALSE

---------------------------------------------------------------------------
(* The store. *)

(* Where there is no live hold, the first place becomes one, for its claim window. *)
MoveOn(h, q) ==
  IF Live(h) \/ q = <<>> THEN [hold |-> h, queue |-> q, push |-> <<>>]
  ELSE [hold |-> Grant(Head(q), Claim), queue |-> Tail(q), push |-> <<Push(Head(q))>>]

(* Anything that arrives moves the queue on, even what can change nothing else: so it may move on at *)
(* any time. *)
Passes ==
  LET s == MoveOn(hold, queue) IN s.push # <<>> /\ Store(s.hold, s.queue, s.push)

Kept(p, m) == [p EXCEPT !.left = Max(@, Place), !.age = Min(@, m.age)]
KeptIn(m, q) == [i \in DOMAIN q |-> IF Of(q[i], m) THEN Kept(q[i], m) ELSE q[i]]
(* Of a place's send time only so much counts as the claim window is long. *)
NewPlace(m) == [c |-> m.c, n |-> m.n, left |-> Place, age |-> Min(m.age, Claim)]

Acquire(m) ==
  LET s == MoveOn(hold, queue) IN
  /\ m.k = "acquire"
  /\ IF Live(s.hold) /\ Of(s.hold, m)
     THEN Store(s.hold, s.queue, s.push \o <<Reply(m, "granted", s.hold.left)>>)
     ELSE IF <<m.c, m.n>> \in marks
     THEN Store(s.hold, s.queue, s.push \o <<Answer(m, "refused")>>)
     ELSE IF Waits(m, s.queue)
     THEN Store(s.hold, KeptIn(m, s.queue), s.push \o <<Answer(m, "queued")>>)
     ELSE IF ~Live(s.hold)
     THEN Store(Grant(m, Lease), s.queue, <<Reply(m, "granted", Lease)>>)
     ELSE Store(s.hold, Append(s.queue, NewPlace(m)), s.push \o <<Answer(m, "queued")>>)

Keep(m) ==
  LET found == Waits(m, queue)
      again == ~found /\ ~On("noNewPlace") /\ ~Of(hold, m)
      s == MoveOn(hold, IF again THEN Append(queue, NewPlace(m)) ELSE KeptIn(m, queue))
      mine == Live(s.hold) /\ Of(s.hold, m)
      h == IF mine /\ ~On("claimByRenewal") THEN [s.hold EXCEPT !.left = Lease] ELSE s.hold
  IN
  /\ m.k = "keep"
  /\ Store(h, s.queue,
           s.push \o (IF mine THEN <<Reply(m, "yours", h.left)>>
                      ELSE IF Waits(m, s.queue) THEN <<>>
                      ELSE <<Answer(m, "nothing")>>))

RenewHold(m) ==
  LET s == MoveOn(hold, queue) IN
  /\ m.k = "renew"
  /\ IF Live(hold) /\ Of(hold, m)
     THEN LET h == Grant(m, Max(hold.left, Lease)) IN
          Store(h, queue, <<Reply(m, "renewed", h.left)>>)
     ELSE Store(s.hold, s.queue, s.push \o <<Answer(m, "gone")>>)

Release(m) ==
  LET mine == Live(hold) /\ Of(hold, m) /\ m.k = "release"
      found == mine \/ Waits(m, queue)
      s == MoveOn(IF mine THEN Free ELSE hold, Leave(m, queue))
  IN
  /\ m.k \in {"release", "leave"}
  /\ Becomes(s.hold, s.queue,
             IF (~found \/ m.late) /\ On("mark") THEN marks \cup {<<m.c, m.n>>} ELSE marks,
             cl, {m}, net, s.push \o <<Answer(m, "over")>>)

---------------------------------------------------------------------------

(* What expires takes the copies of its acquire with it. *)
Outlived(m) ==
  /\ m.k = "acquire" /\ On("noStrayCopies")
  /\ \/ hold.left = 1 /\ Of(hold, m)
     \/ \E i \in DOMAIN queue : Of(queue[i], m) /\ queue[i].left = 1

Ticked(c) ==
  IF cl[c].ph = "held" THEN Holding(c, cl[c].left - 1)
  ELSE IF cl[c].ph \in {"asking", "queued"} /\ ~On("echoedSendTime")
  THEN [cl[c] EXCEPT !.last = Min(Lease, @ + 1)]
  ELSE cl[c]

Tick ==
  LET alive == SelectSeq(queue, LAMBDA p : p.left > 1) IN
  Becomes(IF hold.left <= 1 THEN Free ELSE [hold EXCEPT !.left = @ - 1],
          [i \in DOMAIN alive |-> [alive[i] EXCEPT !.left = @ - 1, !.age = Min(Claim, @ + 1)]],
          marks, [c \in Clients |-> Ticked(c)], {},
          {Aged(m) : m \in {x \in net : ~Outlived(x)}}, <<>>)

Next ==
  \/ \E c \in Clients : Ask(c) \/ KeepPlace(c) \/ Renew(c) \/ End(c)
  \/ \E m \in net : Hear(m) \/ Acquire(m) \/ Keep(m) \/ RenewHold(m) \/ Release(m)
  \/ Passes \/ Tick

Spec == Init /\ [][Next]_vars

---------------------------------------------------------------------------
(* The rules, by their names in docs/SPEC.md. *)

Believes(c) == cl[c].ph = "held"

(* A1, and claim C2. *)
A1_oneHolder == \A c, d \in Clients : Believes(c) /\ Believes(d) => c = d

(* T1: whoever believes has a live hold that lasts at least as long. *)
T1_beliefIsCovered ==
  \A c \in Clients : Believes(c) => hold.c = c /\ hold.n = cl[c].n /\ cl[c].left <= hold.left

(* W2: nothing is left of what its client has ended, or is about to be. Where clients do not wait for *)
(* a release to be confirmed, let it at least be under way. *)
Pursued(a) ==
  \/ cl[a.c].n = a.n /\ cl[a.c].ph # "idle"
  \/ ~On("releaseIsConfirmed") /\ Arrives({"release", "leave"}, a, net)
W2_noOrphanHold == Live(hold) => Pursued(hold)
W2_noOrphanWaiter == \A i \in DOMAIN queue : Pursued(queue[i])

NewGrant == Live(hold') /\ ~Of(hold, hold')
NewWaiter(p) == ~Waits(p, queue)
Was(a, st) == cl[a.c].n = a.n /\ cl[a.c].st = st

(* X3: what a release has ended neither holds nor waits again, the overtaken acquire included. *)
X3_endedStaysEnded ==
  [][/\ NewGrant => ~Was(hold', "ended")
     /\ \A i \in DOMAIN queue' : NewWaiter(queue'[i]) => ~Was(queue'[i], "ended")]_vars

(* W4: what is handed to a dead waiter is free again after one claim window: it lasts so long at *)
(* first, and only a renewal, which says that its client knows, makes it last longer. *)
W4_oneClaimWindow ==
  [][/\ NewGrant /\ Waits(hold', queue) => hold'.left <= Claim
     /\ Of(hold, hold') /\ hold'.left > hold.left => Arrives({"renew"}, hold, net)]_vars

(* A3: an attempt is granted once. *)
A3_grantedOnce == [][NewGrant => ~Was(hold', "granted") /\ ~Was(hold', "ended")]_vars

(* W3: nobody is granted past one that waits, unless that one leaves in this very step. *)
W3_firstComeFirstServed ==
  [][NewGrant =>
       \A i \in DOMAIN queue :
         (\A j \in 1..i : ~Of(queue[j], hold'))
           => ~Waits(queue[i], queue') /\ Arrives({"release", "leave"}, queue[i], net)]_vars

(* X2: a live hold ends early by a release of its own attempt, never by another's. *)
X2_staleReleaseIsHarmless ==
  [][hold.left > 1 /\ ~Of(hold, hold') => Arrives({"release"}, hold, net)]_vars

Symmetry == Permutations(Clients)
=============================================================================
