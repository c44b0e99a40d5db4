package dev.holdfast.redis.internal.protocol;

import static dev.holdfast.redis.internal.port.ScriptedPort.error;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.StoreException;
import dev.holdfast.redis.internal.port.RedisReplyException;
import dev.holdfast.redis.internal.port.Replies;
import dev.holdfast.redis.internal.port.ScriptedPort;
import java.net.ConnectException;
import java.net.SocketException;
import java.security.cert.CertificateException;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Test;

/** What an exception says: what was asked, what the server answered, what is now true. */
class RedisExceptionsTest {
  private static StoreException of(Throwable error, FailureTexts outcome) {
    return RedisExceptions.of(
        RedisSite.of("redis://h:1", new ScriptedPort()), "acquire 'a'", error, outcome);
  }

  private static StoreException of(String reply, FailureTexts outcome) {
    return of(error(reply), outcome);
  }

  @Test
  void aStoreExceptionIsPassedOnWhateverItIsWrappedIn() {
    StoreException known = new StoreException("x", null, false);
    assertSame(known, of(known, FailureTexts.GRANT));
    assertSame(
        known, of(new ExecutionException(new CompletionException(known)), FailureTexts.GRANT));
  }

  @Test
  void anErrorReplyIsQuoted() {
    assertEquals(
        "acquire 'a' on redis://h:1: the server answered 'LOADING x'; nothing was changed, the lock"
            + " was not taken",
        of("LOADING x", FailureTexts.GRANT).getMessage());
    assertTrue(of("LOADING x", FailureTexts.GRANT).getCause() instanceof RedisReplyException);
  }

  @Test
  void anErrorFromWithinAScriptLeavesItUnknownWhatIsTrue() {
    String within = "ERR Error running script: @user_script:9: x";
    for (FailureTexts outcome : FailureTexts.values()) {
      String message = of(within, outcome).getMessage();
      assertTrue(message.endsWith("; " + outcome.unknown()), message);
    }
    assertTrue(of(within, FailureTexts.RELEASE).getMessage().contains("will be repeated"));
  }

  @Test
  void aRefusalChangesNothing() {
    for (String code :
        List.of(
            "NOPERM x",
            "NOAUTH x",
            "WRONGPASS x",
            "NOPROTO x",
            "NOSCRIPT x",
            "LOADING x",
            "BUSY x",
            "MASTERDOWN x",
            "CLUSTERDOWN x",
            "CROSSSLOT x",
            "TRYAGAIN x",
            "MOVED 1 h:1",
            "ASK 1 h:1",
            "ERR unknown command 'x'",
            "ERR max number of clients reached",
            "ERR invalid password",
            "ERR DB index is out of range",
            "ERR invalid DB index",
            "ERR Error compiling script x",
            "OOM x",
            "ERR x: -OOM x",
            "READONLY x",
            "ERR x -READONLY x",
            "MISCONF x",
            "NOREPLICAS x")) {
      for (FailureTexts outcome : FailureTexts.values()) {
        String message = of(code, outcome).getMessage();
        assertFalse(message.contains("unknown whether"), message);
        String now =
            switch (outcome) {
              case OPEN -> "no session was opened";
              case ACKNOWLEDGEMENT -> "the hold will be given back"; // it was renewed before
              default -> "nothing was changed";
            };
        assertTrue(message.contains(now), message);
      }
    }
    String inTheMiddle = of("ERR x: NOPERM x", FailureTexts.GRANT).getMessage();
    assertTrue(inTheMiddle.contains("unknown whether"), inTheMiddle);
  }

  @Test
  void aForeignKeyIsFoundBeforeAnythingIsChangedButNotAmongMany() {
    String reply = "WRONGTYPE x";
    assertFalse(of(reply, FailureTexts.GRANT).getMessage().contains("unknown whether"));
    assertTrue(of(reply, FailureTexts.RENEWAL).getMessage().contains("unknown whether"));
  }

  @Test
  void whatStaysAsItIsIsFinalAndAllElseMayPass() {
    for (String last :
        List.of(
            "WRONGPASS x",
            "NOAUTH x",
            "NOPERM x",
            "ERR ACL failure in script: x",
            "ERR The user executing the script can't run x",
            "ERR invalid password",
            "ERR AUTH <password> called without any password configured",
            "WRONGTYPE x",
            "ERR unknown command 'x'",
            "ERR Unknown Redis command called from script",
            "CROSSSLOT x",
            "MOVED 1 h:1",
            "ERR DB index is out of range",
            "ERR invalid DB index",
            "ERR Error compiling script x",
            "NOPROTO x")) {
      assertFalse(of(last, FailureTexts.GRANT).isTransient(), last);
    }
    for (String passing : List.of("LOADING x", "OOM x", "ERR x", "NOSCRIPT x", "BUSY x", "")) {
      assertTrue(of(passing, FailureTexts.GRANT).isTransient(), passing);
    }
  }

  /** What servers, services and proxies answer that run no scripts, or not these. */
  @Test
  void aRefusalOfScriptsIsFinalAndSaysWhatToDo() {
    for (String refusal :
        List.of(
            "ERR unknown command `EVALSHA`, with args beginning with: ",
            "ERR unknown command 'evalsha'",
            "ERR command 'EVAL' not allowed",
            "ERR This Redis command is not allowed from scripts",
            "ERR command eval not supported",
            "ERR unsupported command 'evalsha'",
            "ERR 'EVALSHA' command is disabled",
            "ERR Error running script: script tried accessing undeclared key",
            "ERR bad lua script for redis cluster, all the keys that the script uses should be"
                + " passed using the KEYS array, and KEYS should not be in expression",
            "ERR Script attempted to access a non local key in a cluster node")) {
      StoreException error = of(refusal, FailureTexts.OPEN);
      assertFalse(error.isTransient(), refusal);
      assertTrue(error.getMessage().contains(ScriptRefusal.ADVICE), error.getMessage());
    }
    for (String passing :
        List.of(
            "OOM command not allowed when used memory > 'maxmemory'.",
            "ERR Error running script (call to f_0): @user_script:9: @user_script: 9: -OOM command"
                + " not allowed when used memory > 'maxmemory'.",
            "MISCONF Redis is configured to save RDB snapshots, but it's currently unable to"
                + " persist to disk. Commands that may modify the data set are disabled")) {
      assertTrue(of(passing, FailureTexts.GRANT).isTransient(), passing);
    }
  }

  @Test
  void aHintSaysWhatToDo() {
    assertHint(
        "another program or another version of Holdfast keeps something else", "WRONGTYPE x");
    assertHint("layout version 1, which this version of Holdfast knows", "WRONGTYPE x");
    assertHint("use the version of the other clients", "WRONGTYPE x");
    assertHint("check the user and the password", "WRONGPASS x", "ERR invalid password");
    assertHint("the server asks for a password", "NOAUTH x");
    assertHint(
        "needs these rights: ~hf1:*",
        "NOPERM x",
        "ERR ACL failure in script: x",
        "ERR The user executing the script can't run x");
    assertHint("part of a Redis Cluster", "MOVED 1 h:1");
    String without = of("LOADING x", FailureTexts.GRANT).getMessage();
    assertFalse(without.contains("("), without);
  }

  private static void assertHint(String hint, String... replies) {
    for (String reply : replies) {
      String message = of(reply, FailureTexts.GRANT).getMessage();
      assertTrue(message.contains(" (") && message.contains(hint), message);
    }
  }

  @Test
  void anAnswerThatCannotBeReadLeavesItUnknownToo() {
    StoreException odd = of(new Replies.MalformedReplyException(7L), FailureTexts.BREAK);
    assertEquals(
        "acquire 'a' on redis://h:1: the server answered what no Holdfast script answers, 7; it is"
            + " unknown whether the hold was ended",
        odd.getMessage());
    assertTrue(odd.isTransient());
  }

  @Test
  void aWrongArgumentIsFinal() {
    StoreException wrong = of(new IllegalArgumentException("it is odd"), FailureTexts.GRANT);
    assertEquals("acquire 'a': it is odd", wrong.getMessage());
    assertFalse(wrong.isTransient());
  }

  @Test
  void silenceIsToldWithItsReasonsInOneLine() {
    assertReason("timed out", new TimeoutException());
    assertReason("after 1 s", new TimeoutException("after 1 s"));
    assertReason("IllegalStateException", new IllegalStateException());
    assertReason(
        "no connection: refused",
        new IllegalStateException("no connection", new ConnectException("refused")));
    assertReason(
        "no connection: refused",
        new IllegalStateException("no connection: refused", new ConnectException("refused")));
    Throwable deep = new IllegalStateException("6");
    for (int i = 5; i > 0; i--) {
      deep = new IllegalStateException("" + i, deep);
    }
    assertReason("1: 2: 3: 4: 5", deep);
    assertTrue(of(new TimeoutException(), FailureTexts.READ).isTransient());
  }

  private static void assertReason(String reason, Throwable error) {
    assertEquals(
        "acquire 'a' on redis://h:1: no answer arrived (" + reason + "); nothing was changed",
        of(error, FailureTexts.READ).getMessage());
  }

  @Test
  void aServerWithoutTheScriptIsRecognized() {
    assertTrue(RedisExceptions.isNoScript(ScriptedPort.noScript()));
    assertTrue(RedisExceptions.isNoScript(new CompletionException(ScriptedPort.noScript())));
    assertFalse(RedisExceptions.isNoScript(error("ERR x")));
    assertFalse(RedisExceptions.isNoScript(new IllegalStateException("NOSCRIPT")));
  }

  @Test
  void aNameIsQuotedInOneLine() {
    assertEquals("'a b'", RedisExceptions.quoted("a b"));
    assertEquals("'a\\u000ab\\u0000'", RedisExceptions.quoted("a\nb\0"));
    assertEquals("'" + "🔒".repeat(80) + "'", RedisExceptions.quoted("🔒".repeat(80)));
    assertEquals("'" + "🔒".repeat(80) + "…'", RedisExceptions.quoted("🔒".repeat(81)));
  }

  @Test
  void anErrorReplyHasSomeMessage() {
    assertEquals("(no message)", new RedisReplyException(null, null).getMessage());
    assertTrue(error("ERR x").begins("ERR"));
    assertFalse(error("ERR x").begins("x"));
    assertTrue(error("ERR x").says("x"));
    assertFalse(error("ERR x").says("y"));
  }

  @Test
  void troubleWithTlsIsNamedAndFinalWhereverItStandsInTheChain() {
    Throwable name = new CertificateException("No name matching h found");
    Throwable handshake = new SSLHandshakeException("No name matching h found");
    handshake.initCause(name);
    StoreException wrapped =
        of(new IllegalStateException("no connection", handshake), FailureTexts.GRANT);
    assertFalse(wrapped.isTransient());
    assertEquals(
        "acquire 'a' on redis://h:1: no TLS (no connection: No name matching h found); the server's"
            + " certificate is not for this host: use a name or an address that it lists as a"
            + " subject alternative name, or give the server one that lists this; "
            + FailureTexts.GRANT.unknown(),
        wrapped.getMessage());
    assertFalse(
        of(new SSLException("Received fatal alert: unknown_ca"), FailureTexts.GRANT).isTransient());
    assertFalse(
        of(new SSLException("Unsupported or unrecognized SSL message"), FailureTexts.GRANT)
            .isTransient());
    assertTrue(
        of(new SSLException("Received fatal alert: internal_error"), FailureTexts.GRANT)
            .isTransient());
  }

  @Test
  void whatMayBeTlsIsAskedAtTheBeginningOnly() {
    Throwable cut = new SocketException("Connection reset");
    assertTrue(of(cut, FailureTexts.OPEN).getMessage().contains("; does this port want TLS?"));
    assertTrue(of(cut, FailureTexts.OPEN).isTransient());
    assertFalse(of(cut, FailureTexts.GRANT).getMessage().contains("TLS"));
    assertFalse(
        of(new ConnectException("refused"), FailureTexts.OPEN).getMessage().contains("TLS"));
    assertFalse(of(new TimeoutException(), FailureTexts.OPEN).getMessage().contains("TLS"));
  }
}
