package dev.holdfast.benchmarks.contender;

import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.SetArgs;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;

/** The recipe from the textbook over Lettuce: one connection, which all threads share. */
final class BareLettuce implements Contender {
  private final CountedLettuce lettuce;
  private final StatefulRedisConnection<String, String> connection;
  private final RedisCommands<String, String> commands;
  private final String script;

  BareLettuce(CountedLettuce lettuce) {
    this.lettuce = lettuce;
    this.connection = lettuce.client().connect();
    this.commands = connection.sync();
    this.script = commands.scriptLoad(Recipes.COMPARE_AND_DELETE);
  }

  @Override
  public Section section(String name) {
    return new KeySection(name);
  }

  @Override
  public long commands() {
    return lettuce.sent();
  }

  @Override
  public void close() {
    connection.close();
    lettuce.close();
  }

  private final class KeySection implements Section {
    private final String key;
    private final String[] keys;
    private final String prefix = Recipes.valuePrefix();
    private long values;
    private String value = "";

    KeySection(String key) {
      this.key = key;
      this.keys = new String[] {key};
    }

    @Override
    public void enter() {
      value = prefix + values++;
      if (commands.set(key, value, SetArgs.Builder.nx().px(30_000)) == null) {
        throw new IllegalStateException(key + " is taken");
      }
    }

    @Override
    public void leave() {
      Long unused = commands.evalsha(script, ScriptOutputType.INTEGER, keys, value);
    }
  }
}
