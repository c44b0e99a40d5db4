------------------------------ MODULE Lending ------------------------------
(***************************************************************************)
(* One client that lends its hold to its own waiters and lets it linger,   *)
(* and the other clients, that wait for it in the store (rule W6).         *)
(*                                                                         *)
(* The holder is the state machine of Errand and Hold in detail, with      *)
(* timers that run out at the latest when they are due.  The others come,  *)
(* wait, give up, and hold in their turn, at any time.  Every push may be  *)
(* lost; where Lossy, every other message too.  Those that arrive take at  *)
(* most Delay each way; the client notices a missing answer after Timeout. *)
(***************************************************************************)
EXTENDS Naturals, FiniteSets

CONSTANTS
  Others,     \* the other clients
  Lease, Third, Contact,   \* ticks of a lease; between renewals; between contacts while shared
  Section,    \* ticks of the longest critical section
  Linger,     \* ticks that an unused hold is kept
  Lends, LendTime,         \* the budget, once somebody is known to wait
  Delay, Timeout, Retry,
  Lossy,
  Bound,      \* the ticks that W6 states
  Without     \* the rule that is removed: {} for the protocol, else a twin

VARIABLES
  who, left,  \* the store's hold: "none", "us", "other"; what is left of ours
  queue,      \* the other clients that wait
  ph,         \* ours: "none", "used", "linger", "ending"
  certain,    \* ticks until our deadline
  timer,      \* ticks until the section, or the linger, must be over
  shared,     \* whether the hold was lent or lingers
  knows,      \* whether we know that others wait
  lends, time,             \* what is left of the budget
  since,      \* ticks since the sending of the last request that was answered
  pause,      \* ticks until a failed message is repeated
  renewal, release,        \* our message under way: its state, age, and what its answer says
  waited      \* (history) ticks that somebody has waited while the store's hold was ours

vars == <<who, left, queue, ph, certain, timer, shared, knows, lends, time, since, pause,
          renewal, release, waited>>
store == <<who, left, queue>>
use == <<ph, timer, shared, lends, time>>

On(rule) == rule \notin Without
Less(a, b) == IF a > b THEN a - b ELSE 0
Max(a, b) == IF a > b THEN a ELSE b
Min(a, b) == IF a < b THEN a ELSE b

No == [st |-> "none", age |-> 0, left |-> 0, waits |-> FALSE]
Request == [No EXCEPT !.st = "request"]
Waits == queue # {}

Init ==
  /\ who = "none" /\ left = 0 /\ queue = {} /\ ph = "none" /\ certain = 0 /\ timer = 0
  /\ shared = FALSE /\ knows = FALSE /\ lends = 0 /\ time = 0 /\ since = 0 /\ pause = 0
  /\ renewal = No /\ release = No /\ waited = 0

---------------------------------------------------------------------------
(* The others, and the store's part in what they do. *)

(* A waiter comes; the push may reach us at once, or never: a contact tells all the same. *)
Learn(told) ==
  /\ knows' = told
  /\ IF told /\ ~knows THEN lends' = Lends /\ time' = LendTime ELSE UNCHANGED <<lends, time>>

Come ==
  /\ \E o \in Others \ queue :
       IF who = "none" THEN who' = "other" /\ UNCHANGED queue ELSE queue' = queue \cup {o} /\ UNCHANGED who
  /\ \/ UNCHANGED <<knows, lends, time>>
     \/ who = "us" /\ ph \in {"used", "linger"} /\ Learn(TRUE)
  /\ UNCHANGED <<left, ph, certain, timer, shared, since, pause, renewal, release, waited>>

GiveUp ==
  /\ \E o \in queue : queue' = queue \ {o}
  /\ waited' = IF queue' = {} THEN 0 ELSE waited
  /\ UNCHANGED <<who, left, ph, certain, timer, shared, knows, lends, time, since, pause,
                 renewal, release>>

(* The store's hold is over: the next waiter gets it. *)
HandOn(q) ==
  IF q = {} THEN who' = "none" /\ queue' = q
  ELSE who' = "other" /\ \E o \in q : queue' = q \ {o}

OtherEnds ==
  /\ who = "other"
  /\ HandOn(queue)
  /\ UNCHANGED <<left, ph, certain, timer, shared, knows, lends, time, since, pause,
                 renewal, release, waited>>

(* We are granted it, after at most a Delay; the answer says whether others wait. *)
Granted ==
  /\ ph = "none" /\ who \in {"none", "other"}
  /\ who = "none" => queue = {}
  /\ who' = "us" /\ left' = Lease
  /\ \E age \in 0..Delay : certain' = Lease - age /\ since' = age
  /\ ph' = "used" /\ timer' = Section /\ shared' = FALSE /\ waited' = 0
  /\ knows' = Waits
  /\ lends' = (IF Waits THEN Lends ELSE 0) /\ time' = (IF Waits THEN LendTime ELSE 0)
  /\ pause' = 0
  /\ UNCHANGED <<queue, renewal, release>>

---------------------------------------------------------------------------
(* The use of the hold. *)

(* Once a release was sent, answered or not, nothing is lent. *)
MayLend ==
  /\ certain >= Third
  /\ knows /\ On("budget") => lends > 0 /\ time > 0

Lend ==
  /\ \/ ph \in {"used", "linger"}
     \/ ph = "ending" /\ release.st = "lost" /\ ~On("nothingAfterRelease")
  /\ MayLend
  /\ ph' = "used" /\ timer' = Section /\ shared' = TRUE
  /\ lends' = Less(lends, 1)
  /\ certain' = IF On("inheritedDeadline") THEN certain ELSE Lease
  /\ release' = No
  /\ UNCHANGED <<store, knows, time, since, pause, renewal, waited>>

Keep ==
  /\ ph = "used" /\ ~knows /\ Linger > 0 /\ certain > 0
  /\ ph' = "linger" /\ timer' = Linger /\ shared' = TRUE
  /\ UNCHANGED <<store, certain, knows, lends, time, since, pause, renewal, release, waited>>

End ==
  /\ ph \in {"used", "linger"}
  /\ ph' = "ending" /\ timer' = 0 /\ shared' = FALSE
  /\ certain' = IF On("nothingAfterRelease") THEN 0 ELSE certain
  /\ release' = Request /\ renewal' = No /\ pause' = 0
  /\ UNCHANGED <<store, knows, lends, time, since, waited>>

---------------------------------------------------------------------------
(* Contact with the store. *)

Interval == IF shared /\ On("contact") THEN Min(Third, Contact) ELSE Third
Due == ph \in {"used", "linger"} /\ renewal.st = "none" /\ pause = 0 /\ since >= Interval

Renew ==
  /\ Due
  /\ renewal' = Request
  /\ UNCHANGED <<store, use, certain, knows, since, pause, release, waited>>

RenewInStore ==
  /\ renewal.st = "request"
  /\ IF who = "us"
     THEN /\ left' = Lease
          /\ renewal' = [renewal EXCEPT !.st = "answer", !.left = Lease, !.waits = Waits]
     ELSE /\ renewal' = [renewal EXCEPT !.st = "answer", !.left = 0] /\ UNCHANGED left
  /\ UNCHANGED <<who, queue, use, certain, knows, since, pause, release, waited>>

Renewed ==
  /\ renewal.st = "answer" /\ ph \in {"used", "linger"}
  /\ renewal' = No /\ pause' = 0
  /\ since' = renewal.age
  /\ IF renewal.left = 0
     THEN ph' = "none" /\ certain' = 0 /\ timer' = 0 /\ shared' = FALSE
          /\ UNCHANGED <<knows, lends, time>>
     ELSE /\ certain' = Max(certain, Less(renewal.left, renewal.age))
          /\ IF On("toldInEveryReply") THEN Learn(renewal.waits) ELSE UNCHANGED <<knows, lends, time>>
          /\ UNCHANGED <<ph, timer, shared>>
  /\ UNCHANGED <<store, release, waited>>

ReleaseInStore ==
  /\ release.st = "request"
  /\ IF who = "us" THEN HandOn(queue) /\ left' = 0 /\ waited' = 0 ELSE UNCHANGED <<store, waited>>
  /\ release' = [release EXCEPT !.st = "answer"]
  /\ UNCHANGED <<use, certain, knows, since, pause, renewal>>

Released ==
  /\ release.st = "answer" /\ ph = "ending"
  /\ ph' = "none" /\ release' = No /\ certain' = 0
  /\ UNCHANGED <<store, timer, shared, knows, lends, time, since, pause, renewal, waited>>

Lose ==
  /\ Lossy
  /\ \/ renewal.st \in {"request", "answer"} /\ renewal' = [renewal EXCEPT !.st = "lost"]
        /\ UNCHANGED release
     \/ release.st \in {"request", "answer"} /\ release' = [release EXCEPT !.st = "lost"]
        /\ UNCHANGED renewal
  /\ UNCHANGED <<store, use, certain, knows, since, pause, waited>>

Fail ==
  \/ /\ renewal.st = "lost" /\ renewal.age >= Timeout
     /\ renewal' = No /\ pause' = Retry
     /\ UNCHANGED <<store, use, certain, knows, since, release, waited>>
  \/ /\ release.st = "lost" /\ release.age >= Timeout
     /\ release' = Request
     /\ UNCHANGED <<store, use, certain, knows, since, pause, renewal, waited>>

---------------------------------------------------------------------------

Late(m) ==
  \/ m.st = "request" /\ m.age >= Delay
  \/ m.st = "answer" /\ m.age >= 2 * Delay
  \/ m.st = "lost" /\ m.age >= Timeout

(* Time stands until what is due has been done. *)
Urgent ==
  \/ ph \in {"used", "linger"} /\ (timer = 0 \/ certain = 0 \/ Due)
  \/ ph = "linger" /\ knows
  \/ Late(renewal) \/ Late(release)

Tick ==
  /\ ~Urgent
  /\ IF who = "us" /\ left = 1
     THEN HandOn(queue) /\ left' = 0 /\ waited' = 0
     ELSE /\ left' = Less(left, 1) /\ UNCHANGED <<who, queue>>
          /\ waited' = IF who = "us" /\ Waits THEN Min(waited + 1, Bound + 1) ELSE 0
  /\ certain' = Less(certain, 1) /\ timer' = Less(timer, 1) /\ time' = Less(time, 1)
  /\ since' = IF ph \in {"used", "linger"} THEN Min(since + 1, Lease) ELSE 0
  /\ pause' = Less(pause, 1)
  /\ renewal' = IF renewal.st = "none" THEN No ELSE [renewal EXCEPT !.age = Min(@ + 1, Lease)]
  /\ release' = IF release.st = "none" THEN No ELSE [release EXCEPT !.age = Min(@ + 1, Lease)]
  /\ UNCHANGED <<ph, shared, knows, lends>>

Next ==
  \/ Come \/ GiveUp \/ OtherEnds \/ Granted
  \/ Lend \/ Keep \/ End
  \/ Renew \/ RenewInStore \/ Renewed \/ ReleaseInStore \/ Released \/ Lose \/ Fail
  \/ Tick

Spec == Init /\ [][Next]_vars

---------------------------------------------------------------------------
(* The rules, by their names in docs/SPEC.md. *)

(* W6: whoever waits for a hold that is lent or lingers is served within the bound. *)
W6_yieldsWithinTheBound == waited <= Bound

(* T1: a lent lease inherits the hold's deadline, and so it is covered by the store's hold. *)
T1_beliefIsCovered == ph \in {"used", "linger"} /\ certain > 0 => who = "us" /\ certain <= left

(* Nothing is lent from a hold of which a release was sent. *)
X3_nothingLentAfterRelease == ph \in {"used", "linger"} => release.st = "none"
=============================================================================
