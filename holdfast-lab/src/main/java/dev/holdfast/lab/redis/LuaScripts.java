package dev.holdfast.lab.redis;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.luaj.vm2.Globals;
import org.luaj.vm2.LoadState;
import org.luaj.vm2.LuaClosure;
import org.luaj.vm2.LuaError;
import org.luaj.vm2.LuaString;
import org.luaj.vm2.LuaTable;
import org.luaj.vm2.LuaValue;
import org.luaj.vm2.Prototype;
import org.luaj.vm2.Varargs;
import org.luaj.vm2.compiler.LuaC;
import org.luaj.vm2.lib.OneArgFunction;
import org.luaj.vm2.lib.PackageLib;
import org.luaj.vm2.lib.StringLib;
import org.luaj.vm2.lib.TableLib;
import org.luaj.vm2.lib.VarArgFunction;
import org.luaj.vm2.lib.jse.JseBaseLib;
import org.luaj.vm2.lib.jse.JseMathLib;

/**
 * Runs scripts as Redis does: KEYS, ARGV, redis.call and redis.pcall, and Redis's rules for what
 * becomes of values on their way between Lua and replies.
 *
 * <p>Numbers are doubles as in Redis, so whole numbers are exact below 2⁵³. Where Redis would write
 * a number as text with fewer digits than it has, this fails loudly instead.
 */
final class LuaScripts {
  /** Up to here Lua 5.1 writes whole numbers with all their digits (%.14g). */
  private static final double WRITTEN_EXACTLY = 1e14;

  /** Compiled once, for all servers; a prototype is not changed by running it. */
  private static final Map<String, Prototype> COMPILED = new ConcurrentHashMap<>();

  private final Commands commands;
  private final Globals globals = new Globals();

  LuaScripts(Commands commands) {
    this.commands = commands;
    globals.load(new JseBaseLib());
    globals.load(new PackageLib());
    globals.load(new TableLib());
    globals.load(new StringLib());
    globals.load(new JseMathLib());
    LoadState.install(globals);
    LuaC.install(globals);
    globals.get("string").set("format", new Format());
    globals.set("unpack", globals.get("table").get("unpack")); // where Lua 5.1 has it
    LuaTable redis = new LuaTable();
    redis.set("call", new Call(false));
    redis.set("pcall", new Call(true));
    redis.set("error_reply", new ErrorReply());
    globals.set("redis", redis);
  }

  /** Runs a script; returns its reply or throws what it failed with. */
  @Nullable Object run(String source, List<String> keys, List<String> arguments) {
    globals.set("KEYS", table(keys));
    globals.set("ARGV", table(arguments));
    try {
      return reply(new LuaClosure(compiled(source), globals).call());
    } catch (LuaError failed) {
      throw new RedisError("ERR Error running script: " + failed.getMessage());
    }
  }

  private Prototype compiled(String source) {
    Prototype known = COMPILED.get(source);
    if (known != null) {
      return known;
    }
    try {
      Prototype made =
          globals.loadPrototype(
              new ByteArrayInputStream(source.getBytes(ISO_8859_1)), "@script", "t");
      COMPILED.put(source, made);
      return made;
    } catch (LuaError malformed) {
      throw new RedisError("ERR Error compiling script: " + malformed.getMessage());
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }

  // ---- from Redis to Lua ----

  private static LuaTable table(List<?> values) {
    LuaTable table = new LuaTable();
    for (int i = 0; i < values.size(); i++) {
      table.set(i + 1, value(values.get(i)));
    }
    return table;
  }

  private static LuaValue value(@Nullable Object reply) {
    if (reply == null) {
      return LuaValue.FALSE;
    }
    if (reply instanceof Long number) {
      return LuaValue.valueOf((double) number);
    }
    if (reply instanceof List<?> list) {
      return table(list);
    }
    return LuaString.valueOf(reply.toString().getBytes(ISO_8859_1));
  }

  // ---- from Lua to Redis ----

  private static @Nullable Object reply(LuaValue value) {
    if (value.isnil() || (value.isboolean() && !value.toboolean())) {
      return null;
    }
    if (value.isboolean()) {
      return 1L;
    }
    if (value.type() == LuaValue.TNUMBER) {
      return (long) value.todouble();
    }
    if (value instanceof LuaTable table) {
      LuaValue error = table.get("err");
      if (!error.isnil()) {
        throw new RedisError(text(error));
      }
      List<Object> list = new ArrayList<>();
      for (int i = 1; !table.get(i).isnil(); i++) {
        Object element = reply(table.get(i));
        if (element == null) {
          throw new RedisError("ERR the simulated Redis expects no nil inside a reply");
        }
        list.add(element);
      }
      return list;
    }
    return text(value);
  }

  /** The bytes of a string, or of a number as the argument of a command. */
  private static String text(LuaValue value) {
    if (value.type() == LuaValue.TNUMBER) {
      double number = value.todouble();
      if (number != Math.rint(number) || Math.abs(number) >= WRITTEN_EXACTLY) {
        throw new LuaError("a number that Lua would not write exactly: " + number);
      }
      return Long.toString((long) number);
    }
    if (value.type() != LuaValue.TSTRING) {
      throw new LuaError("Lua redis lib command arguments must be strings or integers");
    }
    LuaString string = value.checkstring();
    return new String(string.m_bytes, string.m_offset, string.m_length, ISO_8859_1);
  }

  private static LuaTable errorTable(String text) {
    LuaTable table = new LuaTable();
    table.set("err", LuaString.valueOf(text.getBytes(ISO_8859_1)));
    return table;
  }

  private final class Call extends VarArgFunction {
    private final boolean isProtected;

    Call(boolean isProtected) {
      this.isProtected = isProtected;
    }

    @Override
    public Varargs invoke(Varargs arguments) {
      List<String> words = new ArrayList<>(arguments.narg());
      for (int i = 1; i <= arguments.narg(); i++) {
        words.add(text(arguments.arg(i)));
      }
      try {
        return value(commands.run(words));
      } catch (RedisError failed) {
        if (isProtected) {
          return errorTable(failed.text());
        }
        throw new LuaError(failed.text());
      }
    }
  }

  private static final class ErrorReply extends OneArgFunction {
    @Override
    public LuaValue call(LuaValue message) {
      return errorTable(text(message));
    }
  }

  /** {@code string.format} with the directives that scripts use; luaj's own knows no %.0f. */
  private static final class Format extends VarArgFunction {
    @Override
    public Varargs invoke(Varargs arguments) {
      String format = text(arguments.arg(1));
      StringBuilder out = new StringBuilder();
      int next = 2;
      for (int i = 0; i < format.length(); i++) {
        if (format.charAt(i) != '%') {
          out.append(format.charAt(i));
        } else if (format.startsWith("%s", i)) {
          out.append(text(arguments.arg(next++)));
          i++;
        } else if (format.startsWith("%.0f", i)) {
          out.append(whole(arguments.arg(next++)));
          i += 3;
        } else {
          throw new LuaError("the simulated Redis formats %s and %.0f only: " + format);
        }
      }
      return LuaString.valueOf(out.toString().getBytes(ISO_8859_1));
    }

    private static String whole(LuaValue value) {
      double number = value.checkdouble();
      if (Math.abs(number) > 1L << 53) {
        throw new LuaError("a number beyond 2^53 is not exact: " + number);
      }
      return Long.toString((long) Math.rint(number));
    }
  }
}
