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
(*                                                                         *)
(* What is no variable, and why nothing is lost by it, is said in          *)
(* README.md under "What keeps the models small".                          *)
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
  Writes,     \* whether tokens and the resource are looked at too
  Without     \* the rule that is removed: {} for the protocol, else a twin

VARIABLES
  hold,       \* the store's record: whose attempt, what is left, its token
  last,       \* the last token granted
  spent,      \* attempts that the store has granted once, while they may arrive again
  net,        \* messages under way
  cl,         \* the clients
  grants,     \* (history) tokens in the order of their grants
  mark,       \* the resource's highest token
  seen,       \* (history) the newest grant of which a write was accepted
  stale       \* (history) whether a write of an older grant was accepted after it

tokens == <<last, grants>>
resource == <<mark, seen, stale>>
vars == <<hold, spent, net, cl, tokens, resource>>

On(rule) == rule \notin Without
Max(a, b) == IF a > b THEN a ELSE b
Min(a, b) == IF a < b THEN a ELSE b
Less(a, b) == IF a > b THEN a - b ELSE 0

Free == [c |-> Nobody, n |-> 0, left |-> 0, tok |-> 0]
Of(x, m) == x.c = m.c /\ x.n = m.n
Owns(m) == Of(hold, m)
Live == hold.left > 0

Init ==
  /\ hold = Free /\ last = 0 /\ spent = {} /\ net = {}
  /\ cl = [c \in Clients |-> [ph |-> "idle", n |-> 0, left |-> 0, tok |-> 0]]
  /\ grants = <<>> /\ mark = 0 /\ seen = 0 /\ stale = FALSE

---------------------------------------------------------------------------
(* Messages. *)

Message(k, c, n) == [k |-> k, c |-> c, n |-> n, age |-> 0, len |-> 0, tok |-> 0]

(* The most by which a client's clock may be behind at its deadline, and the margin against it. *)
Behind == IF On("suspensionCounts") THEN Drift ELSE Lease
Early == IF On("margin") THEN Margin ELSE 0

(* T1, T2: what is left counts from the sending, less the margin. A reply states the most that its *)
(* client may make of it, which time lessens while the reply is under way. *)
Reply(m, k, left, tok) ==
  LET from == IF On("deadlineFromSending") THEN m.age ELSE 0
  IN  [Message(k, m.c, m.n) EXCEPT !.len = Less(left + Behind, from + Early), !.tok = tok]
Answer(m, k) == Message(k, m.c, m.n)
Certain(m) == {Less(m.len, ahead) : ahead \in 0..Behind}

(* From this age on a request is too old for any answer to it to be of use. *)
Old == Less(Lease + Behind, Early)
Aged(m) ==
  CASE m.k \in {"acquire", "renew"} -> [m EXCEPT !.age = Min(Old, @ + 1)]
    [] m.k \in {"granted", "renewed"} /\ On("deadlineFromSending") -> [m EXCEPT !.len = Less(@, 1)]
    [] OTHER -> m

(* Whether a message can still change anything, with what the store and the clients then are. *)
Awaits(k, m, ph) == k[m.c].ph = ph /\ k[m.c].n = m.n
Matters(m, h, s, k, n) ==
  CASE m.k \in {"granted", "refused"} -> Awaits(k, m, "asking")
    [] m.k = "renewed" ->
         Awaits(k, m, "held") /\ (m.len > k[m.c].left \/ ~On("deadlineFromSending"))
    [] m.k = "gone" -> Awaits(k, m, "held")
    [] m.k = "over" -> Awaits(k, m, "ending")
    [] m.k = "acquire" -> Awaits(k, m, "asking") \/ <<m.c, m.n>> \notin s
    [] m.k = "renew" -> Awaits(k, m, "held") \/ (Of(h, m) /\ (h.left > 0 \/ ~On("noRevival")))
    [] m.k = "release" ->
         \/ Awaits(k, m, "ending") \/ Of(h, m) \/ ~On("ownerCheck")
         \/ \E o \in n : o.k = "acquire" /\ Of(o, m)
(* The age of a request whose answer nobody awaits plays no part. *)
Plain(m, k) ==
  IF \/ m.k = "acquire" /\ ~Awaits(k, m, "asking")
     \/ m.k = "renew" /\ ~Awaits(k, m, "held")
  THEN [m EXCEPT !.age = Old] ELSE m

(* What finds no room takes the place of another message, which is lost, or is lost itself. *)
Into(messages, m) ==
  IF m \in messages THEN {messages}
  ELSE IF Cardinality(messages) < MaxNet THEN {messages \cup {m}}
  ELSE {messages} \cup {(messages \ {o}) \cup {m} : o \in messages}

(* The next state: the store's record and spent attempts, the clients, the messages that stay, and *)
(* those that are sent (at most one). What cannot matter any more is forgotten. *)
Becomes(h, s, k, stay, sent) ==
  LET swept(n) == {Plain(m, k) : m \in {o \in n : Matters(o, h, s, k, n)}}
      room == swept(stay)
  IN
  \E n \in {swept(r) : r \in UNION {Into(room, m) : m \in sent}
                            \cup (IF sent = {} THEN {room} ELSE {})} :
    /\ net' = n
    /\ cl' = k
    /\ spent' = {a \in s : \/ k[a[1]].ph = "asking" /\ k[a[1]].n = a[2]
                           \/ \E m \in n : m.k = "acquire" /\ m.c = a[1] /\ m.n = a[2]}
    /\ hold' = IF h.left > 0 \/ \E m \in n : m.k = "renew" /\ Of(h, m) THEN h ELSE Free

(* What a client does by itself. *)
Does(c, k, sent) ==
  /\ Becomes(hold, spent, [cl EXCEPT ![c] = k], net, sent)
  /\ UNCHANGED <<tokens, resource>>

---------------------------------------------------------------------------
(* The clients. *)

At(c, ph) == [cl[c] EXCEPT !.ph = ph, !.left = 0, !.tok = 0]
(* Whose lease runs out goes on to end the attempt. *)
Holding(c, left, tok) ==
  IF left = 0 THEN At(c, "ending") ELSE [cl[c] EXCEPT !.ph = "held", !.left = left, !.tok = tok]

Ask(c) ==
  /\ cl[c].ph = "idle" /\ cl[c].n < Attempts
  /\ Does(c, [At(c, "asking") EXCEPT !.n = @ + 1], {Message("acquire", c, cl[c].n + 1)})

(* A store's client may ask again by itself, for the same attempt. *)
AskAgain(c) ==
  /\ cl[c].ph = "asking"
  /\ Does(c, cl[c], {Message("acquire", c, cl[c].n)})

Granted(m) ==
  /\ m.k = "granted" /\ cl[m.c].ph = "asking" /\ cl[m.c].n = m.n
  /\ \E left \in Certain(m) : Does(m.c, Holding(m.c, left, m.tok), {})

Refused(m) ==
  /\ m.k = "refused" /\ cl[m.c].ph = "asking" /\ cl[m.c].n = m.n
  /\ Does(m.c, At(m.c, "idle"), {})

Renew(c) ==
  /\ cl[c].ph = "held"
  /\ \E len \in {Lease, Short} :
       Does(c, cl[c], {[Message("renew", c, cl[c].n) EXCEPT !.len = len]})

Renewed(m) ==
  /\ m.k = "renewed" /\ cl[m.c].ph = "held" /\ cl[m.c].n = m.n
  /\ \E left \in Certain(m) : Does(m.c, [cl[m.c] EXCEPT !.left = Max(@, left)], {})

Gone(m) ==
  /\ m.k = "gone" /\ cl[m.c].ph = "held" /\ cl[m.c].n = m.n
  /\ Does(m.c, At(m.c, "idle"), {})

(* Released, expired, or given up because no answer came: the attempt is ended, and its release is *)
(* repeated until it is confirmed. *)
End(c) ==
  /\ cl[c].ph \in {"asking", "held", "ending"}
  /\ Does(c, At(c, "ending"), {Message("release", c, cl[c].n)})

Over(m) ==
  /\ m.k = "over" /\ cl[m.c].ph = "ending" /\ cl[m.c].n = m.n
  /\ Does(m.c, At(m.c, "idle"), {})

---------------------------------------------------------------------------
(* The store. *)

Acquire(m) ==
  /\ m.k = "acquire"
  /\ UNCHANGED resource
  /\ IF Live /\ Owns(m)
     THEN (* A3: the same answer again, with what is left of it *)
          /\ Becomes(hold, spent, cl, net,
               {Reply(m, "granted", IF On("remainingTime") THEN hold.left ELSE Lease, hold.tok)})
          /\ UNCHANGED tokens
     ELSE IF Live \/ <<m.c, m.n>> \in spent
     THEN /\ Becomes(hold, spent, cl, net, {Answer(m, "refused")})
          /\ UNCHANGED tokens
     ELSE LET next == (IF On("tokenOutlivesHold") THEN last ELSE hold.tok) + 1
              tok == IF Writes THEN next ELSE 0
          IN
          /\ Becomes([c |-> m.c, n |-> m.n, left |-> Lease, tok |-> tok],
                     spent \cup {<<m.c, m.n>>}, cl, net, {Reply(m, "granted", Lease, tok)})
          /\ last' = tok
          /\ grants' = IF Writes THEN Append(grants, tok) ELSE grants

RenewHold(m) ==
  /\ m.k = "renew"
  /\ UNCHANGED <<tokens, resource>>
  /\ IF Owns(m) /\ (Live \/ ~On("noRevival"))
     THEN LET left == IF On("neverShortened") THEN Max(hold.left, m.len) ELSE m.len IN
          Becomes([hold EXCEPT !.left = left], spent, cl, net, {Reply(m, "renewed", left, 0)})
     ELSE Becomes(hold, spent, cl, net, {Answer(m, "gone")})

Release(m) ==
  /\ m.k = "release"
  /\ UNCHANGED <<tokens, resource>>
  /\ Becomes(IF Owns(m) \/ ~On("ownerCheck") THEN Free ELSE hold, spent, cl, net,
             {Answer(m, "over")})

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
    /\ UNCHANGED <<hold, spent, net, cl, tokens>>

---------------------------------------------------------------------------

Tick ==
  /\ Becomes([hold EXCEPT !.left = Less(@, 1)], spent,
             [c \in Clients |->
                IF cl[c].ph = "held" THEN Holding(c, cl[c].left - 1, cl[c].tok) ELSE cl[c]],
             {Aged(m) : m \in net}, {})
  /\ UNCHANGED <<tokens, resource>>

Next ==
  \/ \E c \in Clients : Ask(c) \/ AskAgain(c) \/ Renew(c) \/ End(c)
  \/ \E m \in net : \/ Granted(m) \/ Refused(m) \/ Renewed(m) \/ Gone(m) \/ Over(m)
                    \/ Acquire(m) \/ RenewHold(m) \/ Release(m)
  \/ Write \/ Tick

Spec == Init /\ [][Next]_vars

---------------------------------------------------------------------------
(* The rules, by their names in docs/SPEC.md. *)

Believes(c) == cl[c].ph = "held"

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

(* R1: a renewal is answered with yes for a live grant only; time only lessens what a yes says. *)
R1_onlyLiveIsRenewed ==
  [][\A m \in net' : m.k = "renewed" =>
       \/ Owns(m) /\ Live
       \/ \E o \in net : o.k = "renewed" /\ Of(o, m) /\ o.len >= m.len]_vars

SameHold == hold'.c = hold.c /\ hold'.n = hold.n

(* R2: an expired grant is never revived, neither by a renewal nor by its own acquire. *)
R2_noRevival ==
  [][hold'.left > 0 /\ ~(SameHold /\ Live) =>
       ~SameHold /\ <<hold'.c, hold'.n>> \notin spent]_vars

(* R3: a renewal never shortens (only time does, tick by tick). *)
R3_neverShortened == [][SameHold => hold'.left + 1 >= hold.left]_vars

(* X2: a live hold ends early by a release of its own attempt, never by another's. *)
X2_staleReleaseIsHarmless ==
  [][hold.left > 1 /\ ~SameHold => \E m \in net : m.k = "release" /\ Owns(m)]_vars

Symmetry == Permutations(Clients)
=============================================================================
