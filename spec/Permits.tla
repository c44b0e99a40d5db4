------------------------------- MODULE Permits -------------------------------
(***************************************************************************)
(* Permits of a semaphore: never more are held than there are, and who     *)
(* asks for many is not kept waiting by those who ask for few.  Holders    *)
(* die, their releases come late, clients give up, and the size changes    *)
(* while permits are out.  A holder may give a part back: the request      *)
(* states how many it keeps, and may come twice.                           *)
(*                                                                         *)
(* The store is asked at once and answers at once; what messages may do    *)
(* beside coming late is shown by Lease, Queue and ReadWrite, whose holds  *)
(* these are.  Time presses: a section that is over ends before the next   *)
(* tick, by a release or, if its client is dead, by its expiry.            *)
(***************************************************************************)
EXTENDS Naturals, Sequences, FiniteSets, TLC

CONSTANTS
  Clients,    \* the clients
  Sizes,      \* how many permits there may be
  Section,    \* ticks that a hold lasts at most
  Parts,      \* whether holders give a part of their permits back
  Spare,      \* ticks by which less is promised to whoever waits; 0: the bound
  Without     \* the rule that is removed: {} for the protocol, else a twin

VARIABLES
  cl,         \* the clients: out, waiting, or inside; for how many permits, as the store has it; since
              \* then, or what is left of its patience; in how many it believes, and how many it gives
              \* back by a request that may come
  queue,      \* who waits, in order
  size,       \* how many permits there are
  count,      \* the permits that a store would call taken that counts them, instead of the holds
  stale,      \* releases that are still under way: for how many permits, of holds that have expired
  late,       \* (history) whether somebody waited for longer than it was promised
  beyond      \* (history) whether somebody was granted more than there were

vars == <<cl, queue, size, count, stale, late, beyond>>

On(rule) == rule \notin Without
Less(a, b) == IF a > b THEN a - b ELSE 0
Min(a, b) == IF a < b THEN a ELSE b

Out == [ph |-> "out", n |-> 0, ticks |-> 0, mine |-> 0, gives |-> 0]
Entering(n) == [Out EXCEPT !.ph = "inside", !.n = n, !.mine = n]
Inside(k) == {c \in Clients : k[c].ph = "inside"}

RECURSIVE Sum(_, _)
Sum(k, cs) == IF cs = {} THEN 0 ELSE LET c == CHOOSE d \in cs : TRUE IN k[c].n + Sum(k, cs \ {c})
Held(k) == Sum(k, Inside(k))

(* What the store goes by: the sum over the holds that live. *)
Taken(k, counted) == IF On("sumOfHolds") THEN Held(k) ELSE counted
Fits(k, counted, n, of) == Taken(k, counted) + n <= of

Init ==
  /\ cl = [c \in Clients |-> Out]
  /\ queue = <<>>
  /\ size \in Sizes
  /\ count = 0
  /\ stale = [n \in 1..3 |-> 0]
  /\ late = FALSE
  /\ beyond = FALSE

(* The front of the queue is granted for as long as it fits; who asks for more than there is goes. *)
RECURSIVE MoveOn(_, _, _, _, _)
MoveOn(k, q, counted, of, bad) ==
  IF q = <<>> THEN [cl |-> k, queue |-> q, count |-> counted, bad |-> bad]
  ELSE LET c == Head(q)
           n == k[c].n IN
    IF n > of /\ On("impossibleGoes")
    THEN MoveOn([k EXCEPT ![c] = Out], Tail(q), counted, of, bad)
    ELSE IF ~Fits(k, counted, n, of)
    THEN [cl |-> k, queue |-> q, count |-> counted, bad |-> bad]
    ELSE LET granted == [k EXCEPT ![c] = Entering(n)] IN
         IF On("wholeRun")
         THEN MoveOn(granted, Tail(q), counted + n, of, bad \/ Held(granted) > of)
         ELSE [cl |-> granted, queue |-> Tail(q), count |-> counted + n,
               bad |-> bad \/ Held(granted) > of]

Becomes(k, q, counted, of) ==
  LET s == MoveOn(k, q, counted, of, beyond) IN
  /\ cl' = s.cl
  /\ queue' = s.queue
  /\ count' = s.count
  /\ beyond' = s.bad

Ask(c, n) ==
  /\ cl[c].ph = "out"
  /\ n <= size
  /\ IF Fits(cl, count, n, size) /\ (queue = <<>> \/ ~On("noOvertaking"))
     THEN /\ cl' = [cl EXCEPT ![c] = Entering(n)]
          /\ count' = count + n
          /\ beyond' = (beyond \/ Held(cl') > size)
          /\ UNCHANGED queue
     ELSE /\ cl' = [cl EXCEPT ![c] = [Out EXCEPT !.ph = "waits", !.n = n,
                                      !.ticks = Less(Section * (Len(queue) + 1), Spare)]]
          /\ queue' = Append(queue, c)
          /\ UNCHANGED <<count, beyond>>
  /\ UNCHANGED <<size, stale, late>>

Leave(c) ==
  /\ c \in Inside(cl)
  /\ Becomes([cl EXCEPT ![c] = Out], queue, Less(count, cl[c].n), size)
  /\ UNCHANGED <<size, stale, late>>

(* It believes in fewer permits at once. The request states how many are left. *)
GiveAPart(c, part) ==
  /\ Parts
  /\ c \in Inside(cl) /\ cl[c].gives = 0
  /\ part < cl[c].mine
  /\ cl' = [cl EXCEPT ![c].mine = @ - part, ![c].gives = part]
  /\ UNCHANGED <<queue, size, count, stale, late, beyond>>

(* The request arrives, and may come once more; another attempt's hold it does not touch. *)
PartArrives(c, again) ==
  /\ c \in Inside(cl) /\ cl[c].gives > 0
  /\ LET rest == IF On("statesTheRest") THEN Min(cl[c].n, cl[c].mine)
                 ELSE Less(cl[c].n, cl[c].gives)
     IN Becomes([cl EXCEPT ![c].n = rest, ![c].gives = IF again THEN @ ELSE 0],
                queue, Less(count, cl[c].n - rest), size)
  /\ UNCHANGED <<size, stale, late>>

(* Its client is dead, or slow: its release is still to come. *)
Expire(c) ==
  /\ c \in Inside(cl)
  /\ cl[c].ticks = Section
  /\ stale[cl[c].n] = 0
  /\ stale' = [stale EXCEPT ![cl[c].n] = 1]
  /\ Becomes([cl EXCEPT ![c] = Out], queue, Less(count, cl[c].n), size)
  /\ UNCHANGED <<size, late>>

(* It finds nothing of its attempt. Who counts gives back what somebody else holds by now. *)
LateRelease(n) ==
  /\ stale[n] > 0
  /\ stale' = [stale EXCEPT ![n] = 0]
  /\ Becomes(cl, queue, Less(count, n), size)
  /\ UNCHANGED <<size, late>>

GiveUp(c) ==
  /\ cl[c].ph = "waits"
  /\ IF On("leavingMovesOn")
     THEN Becomes([cl EXCEPT ![c] = Out], SelectSeq(queue, LAMBDA d : d # c), count, size)
     ELSE /\ cl' = [cl EXCEPT ![c] = Out]
          /\ queue' = SelectSeq(queue, LAMBDA d : d # c)
          /\ UNCHANGED <<count, beyond>>
  /\ UNCHANGED <<size, stale, late>>

Resize(of) ==
  /\ of # size
  /\ size' = of
  /\ Becomes(cl, queue, count, of)
  /\ UNCHANGED <<stale, late>>

Tick ==
  /\ \A c \in Inside(cl) : cl[c].ticks < Section
  /\ cl' = [c \in Clients |->
              CASE cl[c].ph = "inside" -> [cl[c] EXCEPT !.ticks = @ + 1]
                [] cl[c].ph = "waits" -> [cl[c] EXCEPT !.ticks = Less(@, 1)]
                [] OTHER -> cl[c]]
  /\ late' = (late \/ \E c \in Clients : cl[c].ph = "waits" /\ cl[c].ticks = 0)
  /\ UNCHANGED <<queue, size, count, stale, beyond>>

Next ==
  \/ \E c \in Clients : Leave(c) \/ Expire(c) \/ GiveUp(c) \/ \E n \in 1..3 : Ask(c, n)
  \/ \E c \in Clients : \/ \E part \in 1..2 : GiveAPart(c, part)
                        \/ \E again \in BOOLEAN : PartArrives(c, again)
  \/ \E n \in 1..3 : LateRelease(n)
  \/ \E of \in Sizes : Resize(of)
  \/ Tick

Spec == Init /\ [][Next]_vars

---------------------------------------------------------------------------
(* N1: nobody is granted more than there is. *)
N1_neverMoreThanThereAre == ~beyond

(* N3: whoever waits is inside once each before it, and those inside, had one section. *)
N3_nobodyOvertakes == ~late

(* N3: permits do not lie idle while who is first could have them. *)
N3_roomIsUsed ==
  queue # <<>> => Held(cl) + cl[Head(queue)].n > size

(* N6: whoever gives a part back holds the rest on. *)
N6_theRestIsHeld == \A c \in Inside(cl) : cl[c].mine <= cl[c].n

Symmetry == Permutations(Clients)
=============================================================================
