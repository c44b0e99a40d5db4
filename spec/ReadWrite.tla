----------------------------- MODULE ReadWrite -----------------------------
(***************************************************************************)
(* Shared and exclusive holds of one name: runs of readers, expiry, a      *)
(* queue without overtaking, and holds that change their mode.  The store  *)
(* is the protocol of NameState and Holds; a client is what Errand, Hold   *)
(* and Upgrade make of it.                                                 *)
(*                                                                         *)
(* A client here is one attempt: of two attempts of the same client the    *)
(* second begins after the first has ended, so that two clients can do all *)
(* that they can.  What Lease and Queue show is not shown again: marks,    *)
(* places that expire, echoed send times, the margin.  A waiter may drop   *)
(* out at any time.  An answer lets its client believe for all of the time *)
(* that was left when the store gave it, less what has passed since: the   *)
(* longest that any deadline of rules T1 and T2 can be.                    *)
(*                                                                         *)
(* Messages are changes of mode and answers.  Each may be lost, late,      *)
(* overtaken, or read again.  An acquire, a renewal and a release carry    *)
(* nothing but their sender, and may be repeated at any time; so each is   *)
(* taken to be under way whenever it could have been sent.                 *)
(*                                                                         *)
(* Searched to the end, for histories of any length: two clients with      *)
(* three messages under way, three clients with one; with tokens, two      *)
(* clients with one message, up to the third stamp.  README.md has the     *)
(* counts.                                                                 *)
(***************************************************************************)
EXTENDS Naturals, Sequences, FiniteSets, TLC

CONSTANTS
  Clients,    \* the clients
  Lease,      \* ticks that a hold lasts after a grant or a renewal
  Claim,      \* ticks of a hold that was handed over, until it is renewed
  MaxNet,     \* messages under way at a time
  Tokens,     \* tokens of one stamp; 0: tokens are not looked at
  MaxStamp,   \* with tokens: the last stamp of a history
  Without     \* the rule that is removed: {} for the protocol, else a twin

VARIABLES
  holds,      \* the store's record of each client's hold
  queue,      \* clients whose places wait
  last,       \* the last stamp
  net,        \* messages under way
  cl,         \* the clients
  top,        \* (history) the highest token given to a reader, to a writer
  ordered     \* (history) whether every token lay above all that it must

vars == <<holds, queue, last, net, cl, top, ordered>>

On(rule) == rule \notin Without
Max(a, b) == IF a > b THEN a ELSE b
Less(a, b) == IF a > b THEN a - b ELSE 0

None == [is |-> "none", left |-> 0, stamp |-> 0]  \* not granted yet
Gone == [is |-> "gone", left |-> 0, stamp |-> 0]  \* granted once, and never again
Live(h, c) == h[c].left > 0
Alone(h, c) == \A d \in Clients \ {c} : ~Live(h, d)
Admits(h, mode) ==
  \A c \in Clients : Live(h, c) => mode = "shared" /\ h[c].is = "shared"
Waits(c, q) == \E i \in DOMAIN q : q[i] = c
Movable(h, q) == q # <<>> /\ Admits(h, cl[Head(q)].want)

(* A client: its phase, the mode it asks for; of its hold the mode, the stamp, what is left, and the *)
(* next token, as far as it knows; the stamp that its upgrade names while it awaits the answer. *)
Idle == [ph |-> "idle", want |-> "none", mode |-> "none", stamp |-> 0, left |-> 0, tok |-> 0, up |-> 0]
At(ph, want) == [Idle EXCEPT !.ph = ph, !.want = want]
Ended == At("ended", "none")

Init ==
  /\ holds = [c \in Clients |-> None] /\ queue = <<>> /\ last = 0 /\ net = {}
  /\ cl = [c \in Clients |-> Idle]
  /\ top = [shared |-> 0, exclusive |-> 0] /\ ordered = TRUE

---------------------------------------------------------------------------
(* Messages. *)

Message(k, c, mode, stamp) ==
  [k |-> k, c |-> c, mode |-> mode, stamp |-> stamp, left |-> 0, asked |-> 0]
Change(c, to, stamp) == Message("change", c, to, stamp)
Answer(k, c, h) == [Message(k, c, h[c].is, h[c].stamp) EXCEPT !.left = h[c].left]

(* Whether a message can still change anything. *)
Matters(m, h, k) ==
  LET of == k[m.c] IN
  CASE m.k = "granted" -> of.ph = "asking" /\ m.left > 0
    [] m.k = "told" ->
         /\ of.ph = "held"
         /\ \/ m.left > of.left \/ m.stamp > of.stamp
            \/ ~On("sharesAtOnce") /\ m.mode # of.mode
    [] m.k = "upgraded" -> of.ph = "held" /\ (of.up = m.asked \/ ~On("givenUpIsOver"))
    [] m.k = "change" ->
         \/ Live(h, m.c) /\ (m.stamp = h[m.c].stamp \/ ~On("namesTheStamp"))
         \/ m.mode = "exclusive" /\ of.ph = "held" /\ of.up = m.stamp

(* What finds no room takes the place of another message, which is lost, or is lost itself. *)
Into(messages, m) ==
  IF m \in messages THEN {messages}
  ELSE IF Cardinality(messages) < MaxNet THEN {messages \cup {m}}
  ELSE {messages} \cup {(messages \ {o}) \cup {m} : o \in messages}

(* Without tokens, nothing but the order of the stamps that are somewhere matters: they are numbered *)
(* anew, so that a history has no last stamp. *)
Stamps(h, k, n) ==
  {h[c].stamp : c \in Clients} \cup {k[c].stamp : c \in Clients} \cup {k[c].up : c \in Clients}
    \cup {m.stamp : m \in n} \cup {m.asked : m \in n}

(* The next state: the store's, the clients, the messages that stay, and those sent (at most one). *)
Becomes(h, q, l, k, stay, sent) ==
  LET swept(n) == {m \in n : Matters(m, h, k)}
      room == swept(stay)
  IN
  \E n \in {swept(r) : r \in UNION {Into(room, m) : m \in sent}
                            \cup (IF sent = {} THEN {room} ELSE {})} :
    LET present == Stamps(h, k, n) \ {0}
        s(x) == IF x = 0 \/ Tokens > 0 THEN x ELSE Cardinality({p \in present : p <= x})
    IN
    /\ holds' = [c \in Clients |-> [h[c] EXCEPT !.stamp = s(@)]]
    /\ queue' = q
    /\ last' = IF Tokens > 0 THEN l ELSE Cardinality(present)
    /\ cl' = [c \in Clients |-> [k[c] EXCEPT !.stamp = s(@), !.up = s(@)]]
    /\ net' = {[m EXCEPT !.stamp = s(@), !.asked = s(@)] : m \in n}

(* What a client does by itself. *)
Does(c, k, sent) ==
  /\ Becomes(holds, queue, last, [cl EXCEPT ![c] = k], net, sent)
  /\ UNCHANGED <<top, ordered>>

---------------------------------------------------------------------------
(* Tokens: those of stamp s are s * Tokens and the Tokens - 1 above it. *)

First(stamp) == stamp * Tokens
Last(stamp) == First(stamp) + Tokens - 1

(* A client that becomes k takes its next token: a writer's lies above all before, a reader's above *)
(* all writers'. *)
Takes(c, k, sent) ==
  LET tok == k.tok IN
  /\ Becomes(holds, queue, last,
             [cl EXCEPT ![c] = IF Tokens > 0 THEN [k EXCEPT !.tok = @ + 1] ELSE [k EXCEPT !.tok = 0]],
             net, sent)
  /\ IF Tokens = 0 THEN UNCHANGED <<top, ordered>>
     ELSE /\ top' = [top EXCEPT ![k.mode] = Max(@, tok)]
          /\ ordered' = (/\ ordered /\ tok > top.exclusive
                         /\ k.mode = "exclusive" => tok > top.shared)

(* Another of the client's readers, or its next writer, gets the hold: not while an answer may yet make *)
(* it exclusive. A token is kept for whoever becomes a reader. *)
Lend(c) ==
  /\ Tokens > 0 /\ cl[c].ph = "held"
  /\ cl[c].up = 0 \/ ~On("upgradesAlone")
  /\ IF On("keepsAToken") THEN cl[c].tok < Last(cl[c].stamp) ELSE cl[c].tok <= Last(cl[c].stamp)
  /\ Takes(c, cl[c], {})

---------------------------------------------------------------------------
(* The clients. *)

Ask(c) ==
  /\ cl[c].ph = "idle"
  /\ \E want \in {"shared", "exclusive"} : Does(c, At("asking", want), {})

Granted(m) ==
  /\ m.k = "granted" /\ cl[m.c].ph = "asking"
  /\ Takes(m.c, [At("held", "none") EXCEPT !.mode = m.mode, !.stamp = m.stamp, !.left = m.left,
                                           !.tok = First(m.stamp)], {})

Knows(k, m) == [k EXCEPT !.left = Max(@, m.left), !.stamp = Max(@, m.stamp)]

Told(m) ==
  /\ m.k = "told" /\ cl[m.c].ph = "held"
  /\ LET k == Knows(cl[m.c], m) IN
     Does(m.c, IF ~On("sharesAtOnce") /\ m.stamp >= cl[m.c].stamp /\ m.mode = "shared"
               THEN [k EXCEPT !.mode = "shared"] ELSE k, {})

(* A writer becomes a reader: it stops writing first, and then tells the store. *)
Downgrade(c) ==
  /\ cl[c].ph = "held" /\ cl[c].mode = "exclusive"
  /\ IF On("sharesAtOnce")
     THEN Takes(c, [cl[c] EXCEPT !.mode = "shared"], {Change(c, "shared", cl[c].stamp)})
     ELSE Does(c, cl[c], {Change(c, "shared", cl[c].stamp)})

(* The store is told again, and told after an upgrade that was given up and may still arrive. *)
Undo(c) ==
  /\ cl[c].ph = "held" /\ cl[c].mode = "shared"
  /\ cl[c].up = 0 \/ ~On("undoWaits")
  /\ Does(c, cl[c], {Change(c, "shared", cl[c].stamp)})

(* The only reader becomes a writer, if the store says so. *)
Upgrade(c) ==
  /\ cl[c].ph = "held" /\ cl[c].mode = "shared" /\ cl[c].up = 0
  /\ Does(c, [cl[c] EXCEPT !.up = cl[c].stamp, !.mode = IF On("answerFirst") THEN @ ELSE "exclusive"],
          {Change(c, "exclusive", cl[c].stamp)})

Upgraded(m) ==
  /\ m.k = "upgraded" /\ cl[m.c].ph = "held"
  /\ cl[m.c].up = m.asked \/ ~On("givenUpIsOver")
  /\ LET k == [Knows(cl[m.c], m) EXCEPT !.up = 0] IN
     IF m.mode = "exclusive"
     THEN Takes(m.c, [k EXCEPT !.mode = "exclusive",
                               !.tok = IF On("newRange") THEN First(m.stamp) ELSE @], {})
     ELSE Does(m.c, k, {})

GiveUp(c) ==
  /\ cl[c].up # 0
  /\ Does(c, [cl[c] EXCEPT !.up = 0], {})

(* Released, cancelled, or lost: nothing is believed any more. *)
End(c) ==
  /\ cl[c].ph \in {"asking", "held"}
  /\ Does(c, Ended, {})

---------------------------------------------------------------------------
(* The store. Whatever arrives moves the queue on first, and again after what it did. *)

Grant(h, c, mode, left, stamp) == [h EXCEPT ![c] = [is |-> mode, left |-> left, stamp |-> stamp]]

RECURSIVE MoveOn(_, _, _)
MoveOn(h, q, l) ==
  IF ~Movable(h, q) THEN [holds |-> h, queue |-> q, last |-> l]
  ELSE LET granted == Grant(h, Head(q), cl[Head(q)].want, Claim, l + 1) IN
       IF On("wholeRun") THEN MoveOn(granted, Tail(q), l + 1)
       ELSE [holds |-> granted, queue |-> Tail(q), last |-> l + 1]

Store(h, q, l) ==
  LET s == MoveOn(h, q, l) IN
  /\ Becomes(s.holds, s.queue, s.last, cl, net, {})
  /\ UNCHANGED <<top, ordered>>
Answers(m) ==
  /\ Becomes(holds, queue, last, cl, net, {m})
  /\ UNCHANGED <<top, ordered>>

Passes == Movable(holds, queue) /\ Store(holds, queue, last)
Ready == ~Movable(holds, queue)

(* An answer is a step of its own: the request that is read again is answered with what it did. *)
Acquire(c) ==
  /\ cl[c].ph = "asking" /\ Ready
  /\ IF Live(holds, c) THEN Answers(Answer("granted", c, holds))
     ELSE /\ holds[c] = None /\ ~Waits(c, queue)
          /\ IF Admits(holds, cl[c].want) /\ (queue = <<>> \/ ~On("noOvertaking"))
             THEN Store(Grant(holds, c, cl[c].want, Lease, last + 1), queue, last + 1)
             ELSE Store(holds, Append(queue, c), last)

(* Asked for as long as there is, or longer; a hold that lends may get a new stamp with it. *)
Renew(c) ==
  /\ Live(holds, c) /\ cl[c].ph \in {"held", "ended"} /\ Ready
  /\ \/ Store([holds EXCEPT ![c].left = Lease], queue, last)
     \/ Tokens > 0 /\ Store([holds EXCEPT ![c].stamp = last + 1], queue, last + 1)
     \/ cl[c].ph = "held" /\ Answers(Answer("told", c, holds))

Names(m) == m.stamp = holds[m.c].stamp \/ ~On("namesTheStamp")
MayChange(m) ==
  /\ Live(holds, m.c) /\ Names(m)
  /\ m.mode = "shared" \/ Alone(holds, m.c) \/ ~On("onlyAlone")

ChangeHold(m) ==
  /\ m.k = "change" /\ Ready
  /\ MayChange(m)
  /\ LET stamp == IF On("newStamp") THEN last + 1 ELSE holds[m.c].stamp IN
     Store(Grant(holds, m.c, m.mode, Lease, stamp), queue, Max(last, stamp))

(* An upgrade is answered with what the hold is after it: where it changed the hold, when it is read *)
(* again. *)
AnswerChange(m) ==
  /\ m.k = "change" /\ m.mode = "exclusive" /\ Ready
  /\ Live(holds, m.c) /\ cl[m.c].ph = "held"
  /\ ~MayChange(m) \/ ~On("newStamp") \/ ~On("namesTheStamp")
  /\ Answers([Answer("upgraded", m.c, holds) EXCEPT !.asked = m.stamp])

Release(c) ==
  /\ cl[c].ph = "ended" /\ (Live(holds, c) \/ Waits(c, queue))
  /\ Store(IF On("ownHoldOnly") THEN [holds EXCEPT ![c] = Gone]
           ELSE [d \in Clients |-> IF Live(holds, d) THEN Gone ELSE holds[d]],
           SelectSeq(queue, LAMBDA d : d # c), last)

---------------------------------------------------------------------------

Tick ==
  /\ Becomes([c \in Clients |-> IF holds[c].left = 1 THEN Gone
                                ELSE [holds[c] EXCEPT !.left = Less(@, 1)]],
             queue, last,
             [c \in Clients |-> IF cl[c].ph # "held" THEN cl[c]
                                ELSE IF cl[c].left = 1 THEN Ended
                                ELSE [cl[c] EXCEPT !.left = @ - 1]],
             {[m EXCEPT !.left = Less(@, 1)] : m \in net}, {})
  /\ UNCHANGED <<top, ordered>>

Next ==
  \/ \E c \in Clients : \/ Ask(c) \/ Downgrade(c) \/ Undo(c) \/ Upgrade(c) \/ GiveUp(c) \/ Lend(c)
                        \/ End(c) \/ Acquire(c) \/ Renew(c) \/ Release(c)
  \/ \E m \in net : Granted(m) \/ Told(m) \/ Upgraded(m) \/ ChangeHold(m) \/ AnswerChange(m)
  \/ Passes \/ Tick

Spec == Init /\ [][Next]_vars

Bounded == Tokens > 0 => last <= MaxStamp

---------------------------------------------------------------------------
(* The rules, by their names in docs/SPEC.md. *)

Believes(c) == cl[c].ph = "held"
Writes(c) == Believes(c) /\ cl[c].mode = "exclusive"

(* S1, and claim C2: a client that believes that it is the writer excludes all others that believe. *)
S1_writerIsAlone == \A c, d \in Clients : Writes(c) /\ Believes(d) => c = d

(* S1: so it is in the store. *)
S1_exclusiveIsAlone ==
  \A c \in Clients : Live(holds, c) /\ holds[c].is = "exclusive" => Alone(holds, c)

(* T1: whoever believes has a live hold that lasts as long and is no less. *)
T1_beliefIsCovered ==
  \A c \in Clients : Believes(c) =>
    /\ cl[c].left <= holds[c].left
    /\ cl[c].mode = "exclusive" => holds[c].is = "exclusive"

(* S6, F1, F2: see Takes. *)
S6_oneOrderOfTokens == ordered

(* S2: a live hold ends early by its own release only. *)
S2_endsAlone ==
  [][\A c \in Clients : holds[c].left > 1 /\ holds'[c].left = 0 => cl[c].ph = "ended"]_vars

NewGrant(c) == ~Live(holds, c) /\ holds'[c].left > 0

(* S3, W3: nobody is granted past one that waits and goes on waiting. *)
S3_nobodyOvertakes ==
  [][\A c \in Clients : NewGrant(c) =>
       \A i \in DOMAIN queue :
         (\A j \in 1..i : queue[j] # c) => ~Waits(queue[i], queue')]_vars

(* S3: who is granted is granted with all of its run. *)
S3_wholeRun ==
  [][(\E c \in Clients : NewGrant(c)) => queue' = <<>> \/ ~Admits(holds', cl[Head(queue')].want)]_vars

(* S4: a hold that changes was live, stays live, and gets a stamp above all others. *)
S4_changesInOneStep ==
  [][\A c \in Clients : Live(holds, c) /\ holds'[c].left > 0 /\ holds'[c].is # holds[c].is =>
       \A d \in Clients : cl'[d].stamp < holds'[c].stamp]_vars

Symmetry == Permutations(Clients)
=============================================================================
