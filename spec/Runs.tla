-------------------------------- MODULE Runs --------------------------------
(***************************************************************************)
(* How long readers and writers wait for each other, where they come again *)
(* and again for ever: each group, a writer or a run of readers, takes at  *)
(* most one section's time, so whoever waits knows at its arrival how long *)
(* at most.  Nobody starves: neither a writer among readers that never end *)
(* to come, nor a reader among writers.                                    *)
(*                                                                         *)
(* Time presses here: a section that is over ends before the next tick.    *)
(* Calls take no time and nobody dies; Queue and Turns show what that      *)
(* costs.  The store is the one of ReadWrite, without stamps.              *)
(***************************************************************************)
EXTENDS Naturals, Sequences, FiniteSets, TLC

CONSTANTS
  Clients,    \* the clients
  Section,    \* ticks that a section lasts at most
  Spare,      \* ticks by which less is promised to whoever waits; 0: the bound
  Without     \* the rule that is removed: {} for the protocol, else a twin

VARIABLES
  cl,         \* the clients: out, waiting, or inside; since then, or what is left of its patience
  queue,      \* who waits, in order
  late        \* (history) whether somebody waited for longer than it was promised

vars == <<cl, queue, late>>

On(rule) == rule \notin Without
Less(a, b) == IF a > b THEN a - b ELSE 0

Out == [ph |-> "out", mode |-> "none", ticks |-> 0]
Inside(k, c) == k[c].ph = "inside"
Admits(k, mode) ==
  \A c \in Clients : Inside(k, c) => mode = "shared" /\ k[c].mode = "shared"

Init == cl = [c \in Clients |-> Out] /\ queue = <<>> /\ late = FALSE

RECURSIVE MoveOn(_, _)
MoveOn(k, q) ==
  IF q = <<>> \/ ~Admits(k, k[Head(q)].mode) THEN [cl |-> k, queue |-> q]
  ELSE LET granted == [k EXCEPT ![Head(q)].ph = "inside", ![Head(q)].ticks = 0] IN
       IF On("wholeRun") THEN MoveOn(granted, Tail(q)) ELSE [cl |-> granted, queue |-> Tail(q)]

Becomes(k, q) == LET s == MoveOn(k, q) IN cl' = s.cl /\ queue' = s.queue

(* Groups that go first: those inside, and those in the queue, but for the run that it joins. *)
Groups(mode) ==
  1 + Cardinality({i \in DOMAIN queue :
                     \/ cl[queue[i]].mode = "exclusive"
                     \/ i = Len(queue) /\ mode = "exclusive"
                     \/ i < Len(queue) /\ cl[queue[i + 1]].mode = "exclusive"})

Ask(c, mode) ==
  /\ cl[c].ph = "out"
  /\ IF Admits(cl, mode) /\ (queue = <<>> \/ (~On("noOvertaking") /\ mode = "shared"))
     THEN /\ cl' = [cl EXCEPT ![c] = [ph |-> "inside", mode |-> mode, ticks |-> 0]]
          /\ UNCHANGED queue
     ELSE /\ cl' = [cl EXCEPT ![c] = [ph |-> "waits", mode |-> mode,
                                      ticks |-> Less(Section * Groups(mode), Spare)]]
          /\ queue' = Append(queue, c)
  /\ UNCHANGED late

Leave(c) ==
  /\ Inside(cl, c)
  /\ Becomes([cl EXCEPT ![c] = Out], queue)
  /\ UNCHANGED late

GiveUp(c) ==
  /\ cl[c].ph = "waits"
  /\ Becomes([cl EXCEPT ![c] = Out],
             SelectSeq(queue, LAMBDA d : d # c))
  /\ UNCHANGED late

(* A change gives no new section. *)
Change(c) ==
  /\ Inside(cl, c)
  /\ cl[c].mode = "shared" => \A d \in Clients \ {c} : ~Inside(cl, d)
  /\ Becomes([cl EXCEPT ![c].mode = IF @ = "shared" THEN "exclusive" ELSE "shared"], queue)
  /\ UNCHANGED late

Tick ==
  /\ \A c \in Clients : Inside(cl, c) => cl[c].ticks < Section
  /\ cl' = [c \in Clients |->
              CASE cl[c].ph = "inside" -> [cl[c] EXCEPT !.ticks = @ + 1]
                [] cl[c].ph = "waits" -> [cl[c] EXCEPT !.ticks = Less(@, 1)]
                [] OTHER -> cl[c]]
  /\ late' = (late \/ \E c \in Clients : cl[c].ph = "waits" /\ cl[c].ticks = 0)
  /\ UNCHANGED queue

Next ==
  \/ \E c \in Clients : Ask(c, "shared") \/ Ask(c, "exclusive") \/ Leave(c) \/ GiveUp(c) \/ Change(c)
  \/ Tick

Spec == Init /\ [][Next]_vars

---------------------------------------------------------------------------
(* S3: neither side starves. Whoever waits is inside once each group before it had one section. *)
S3_neitherSideStarves == ~late

(* W1: the name does not stand while somebody waits for it. *)
S3_roomIsUsed == queue # <<>> => ~Admits(cl, cl[Head(queue)].mode)

Symmetry == Permutations(Clients)
=============================================================================
