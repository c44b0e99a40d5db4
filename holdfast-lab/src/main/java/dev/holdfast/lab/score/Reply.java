package dev.holdfast.lab.score;

import dev.holdfast.lab.proxy.Trouble;
import dev.holdfast.lab.proxy.Trouble.Kind;
import java.util.ArrayList;
import java.util.List;

/**
 * What comes in place of a server's answer, to every request for as long as it lasts.
 *
 * @param id what it is called in the matrix
 * @param sort what the API promises of it
 * @param trouble how it is made
 */
record Reply(String id, Sort sort, Trouble trouble) {
  /** What the API promises of an answer ({@link dev.holdfast.StoreException#isTransient}). */
  enum Sort {
    /** Asking again later can help: who waits rides it out. */
    PASSING,
    /** Asking again cannot help: who waits fails at once. */
    LASTING,
    /** Nothing comes at all: what is over before a request's own time is not granted in time. */
    SILENT,
    /** The client helps itself: nobody is to notice. */
    MENDED
  }

  static List<Reply> all() {
    List<Reply> all = new ArrayList<>();
    all.add(passing("OOM", "OOM command not allowed when used memory > 'maxmemory'."));
    all.add(passing("READONLY", "READONLY You can't write against a read only replica."));
    all.add(passing("LOADING", "LOADING Redis is loading the dataset in memory"));
    all.add(passing("BUSY", "BUSY Redis is busy running a script. You can only call SCRIPT KILL."));
    all.add(
        passing("MISCONF", "MISCONF Redis is configured to save RDB snapshots, but it cannot."));
    all.add(passing("NOREPLICAS", "NOREPLICAS Not enough good replicas to write."));
    all.add(passing("MAXCLIENTS", "ERR max number of clients reached"));
    all.add(passing("CLUSTERDOWN", "CLUSTERDOWN The cluster is down"));
    all.add(passing("ASK", "ASK 866 127.0.0.1:7001"));
    all.add(passing("TRYAGAIN", "TRYAGAIN Multiple keys request during rehashing of slot"));
    all.add(passing("MASTERDOWN", "MASTERDOWN Link with MASTER is down"));
    all.add(passing("EXECABORT", "EXECABORT Transaction discarded because of previous errors."));
    all.add(passing("ERR", "ERR something that no server says"));
    all.add(lasting("NOAUTH", "NOAUTH Authentication required."));
    all.add(lasting("WRONGPASS", "WRONGPASS invalid username-password pair or user is disabled."));
    all.add(lasting("NOPERM", "NOPERM this user has no permissions to run the 'evalsha' command"));
    all.add(lasting("MOVED", "MOVED 866 127.0.0.1:7001"));
    all.add(lasting("CROSSSLOT", "CROSSSLOT Keys in request don't hash to the same slot"));
    all.add(
        lasting("WRONGTYPE", "WRONGTYPE Operation against a key holding the wrong kind of value"));
    all.add(lasting("UNKNOWN", "ERR unknown command `EVALSHA`, with args beginning with:"));
    all.add(lasting("NOPROTO", "NOPROTO unsupported protocol version"));
    all.add(new Reply("NOSCRIPT", Sort.MENDED, Trouble.of(Kind.FORGET_SCRIPTS)));
    all.add(said("nil", "$-1\r\n"));
    all.add(said("a number", ":42\r\n"));
    all.add(said("OK", "+OK\r\n"));
    all.add(said("a string", "$4\r\nbyte\r\n"));
    all.add(said("a list of nil", "*1\r\n$-1\r\n"));
    all.add(said("a list", "*2\r\n:1\r\n$1\r\na\r\n"));
    all.add(said("garbage", "\u0001\u0002~?\r\n"));
    all.add(new Reply("closed after", Sort.PASSING, Trouble.of(Kind.LOSE_REPLY)));
    all.add(new Reply("closed before", Sort.PASSING, Trouble.of(Kind.LOSE_REQUEST)));
    all.add(new Reply("no connection", Sort.PASSING, Trouble.of(Kind.NO_CONNECTIONS)));
    all.add(new Reply("no answer", Sort.SILENT, Trouble.of(Kind.DEAF)));
    all.add(new Reply("nothing passes", Sort.SILENT, Trouble.of(Kind.SILENT)));
    return all;
  }

  /** A few of each sort, and of what is no answer. */
  static List<Reply> some() {
    List<String> ids = List.of("OOM", "NOPERM", "NOSCRIPT", "nil", "closed after", "no answer");
    return all().stream().filter(reply -> ids.contains(reply.id)).toList();
  }

  private static Reply passing(String id, String error) {
    return new Reply(id, Sort.PASSING, Trouble.refuse(error, 1, false));
  }

  private static Reply lasting(String id, String error) {
    return new Reply(id, Sort.LASTING, Trouble.refuse(error, 1, false));
  }

  private static Reply said(String id, String reply) {
    return new Reply(id, Sort.PASSING, Trouble.say(reply));
  }

  /** Whether connections cannot go on after it: what was swallowed does not come any more. */
  boolean leavesGaps() {
    return sort == Sort.SILENT;
  }
}
