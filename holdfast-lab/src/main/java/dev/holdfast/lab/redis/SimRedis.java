package dev.holdfast.lab.redis;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.holdfast.redis.internal.port.RedisReplyException;
import dev.holdfast.redis.internal.port.ScriptCall;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** A Redis server that runs scripts, on a clock that is given to it. Single-threaded. */
public final class SimRedis {
  private static final String HOLD = ":h:{"; // in the first key of a name

  private final Keyspace keys;
  private final LuaScripts lua;
  private final Map<String, String> scripts = new HashMap<>();
  private final Map<String, String> titles = new HashMap<>();
  private final List<Runnable> published = new ArrayList<>();

  /**
   * A server.
   *
   * @param micros its clock, in microseconds since 1970
   * @param publisher takes channels and payloads, after the script that published them
   */
  public SimRedis(LongSupplier micros, BiConsumer<String, byte[]> publisher) {
    this.keys = new Keyspace(micros);
    this.lua =
        new LuaScripts(
            new Commands(
                keys,
                (channel, payload) ->
                    published.add(() -> publisher.accept(channel, payload.getBytes(ISO_8859_1)))));
  }

  /** Runs a script; throws the server's error reply. */
  public @Nullable Object run(ScriptCall call) {
    String script = new String(call.script(), ISO_8859_1);
    String source = script;
    if (call.isBySource()) {
      String digest = sha1(call.script());
      scripts.put(digest, script);
      titles.put(digest, titleOf(script));
    } else {
      String known = scripts.get(script);
      if (known == null) {
        throw new RedisReplyException("NOSCRIPT No matching script.", null);
      }
      source = known;
    }
    List<String> words = new ArrayList<>();
    for (byte[] word : call.keysAndArguments()) {
      words.add(new String(word, ISO_8859_1));
    }
    Object reply;
    try {
      reply =
          lua.run(
              source,
              words.subList(0, call.keyCount()),
              words.subList(call.keyCount(), words.size()));
    } catch (RedisError error) {
      throw new RedisReplyException(error.text(), error);
    }
    List<Runnable> now = List.copyOf(published);
    published.clear();
    now.forEach(Runnable::run);
    return bytes(reply);
  }

  /** The sentence with which a script begins. */
  private static String titleOf(String script) {
    return script.lines().findFirst().orElse("").replaceFirst("^-- ", "");
  }

  /** What a call is about, for people. */
  public String describe(ScriptCall call) {
    String script = new String(call.script(), ISO_8859_1);
    StringBuilder text = new StringBuilder();
    text.append(
        call.isBySource()
            ? titleOf(script) + " (the whole script)"
            : titles.getOrDefault(script, "script " + script));
    byte[][] words = call.keysAndArguments();
    for (int i = 0; i < words.length; i++) {
      String word = new String(words[i], ISO_8859_1);
      if (i >= call.keyCount() || word.contains(HOLD)) {
        text.append(i == 0 ? " " : " | ").append(word);
      }
    }
    return text.toString().replace("\n", "\\n");
  }

  private static @Nullable Object bytes(@Nullable Object reply) {
    if (reply instanceof String text) {
      return text.getBytes(ISO_8859_1);
    }
    if (reply instanceof List<?> list) {
      List<Object> converted = new ArrayList<>(list.size());
      for (Object element : list) {
        Object one = bytes(element);
        if (one != null) {
          converted.add(one);
        }
      }
      return converted;
    }
    return reply;
  }

  /** All keys that begin like this. */
  public List<byte[]> keys(byte[] prefix) {
    String start = new String(prefix, ISO_8859_1);
    return keys.keys().stream()
        .filter(key -> key.startsWith(start))
        .map(key -> key.getBytes(ISO_8859_1))
        .toList();
  }

  /** Keys that would stay for ever. */
  public List<String> keysWithoutEnd() {
    return keys.keys().stream().filter(key -> keys.ttl(key) == -1).toList();
  }

  /** The server starts again; it has forgotten its scripts, and its data if {@code wiped}. */
  public void restart(boolean wiped) {
    scripts.clear();
    if (wiped) {
      keys.clear();
    }
  }

  private static String sha1(byte[] source) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-1").digest(source));
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every Java platform has SHA-1", impossible);
    }
  }
}
