package dev.holdfast.benchmarks;

import io.lettuce.core.RedisClient;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.SetArgs;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import java.util.concurrent.atomic.AtomicLong;

/** The recipe from the textbook over Lettuce's synchronous API. */
final class BareLettuce implements Contender {
  private final StatefulRedisConnection<String, String> connection;
  private final RedisCommands<String, String> commands;
  private final String script;
  private final AtomicLong values = new AtomicLong();

  BareLettuce(RedisClient client) {
    this.connection = client.connect();
    this.commands = connection.sync();
    this.script = commands.scriptLoad(Recipes.COMPARE_AND_DELETE);
  }

  @Override
  public String name() {
    return "bare Lettuce: SET NX PX, compare-and-delete";
  }

  @Override
  public void lockAndUnlock() {
    String value = Long.toString(values.incrementAndGet());
    if (commands.set(Recipes.KEY, value, SetArgs.Builder.nx().px(30_000)) == null) {
      throw new IllegalStateException("the key is taken");
    }
    Long unused =
        commands.evalsha(script, ScriptOutputType.INTEGER, new String[] {Recipes.KEY}, value);
  }

  @Override
  public void close() {
    connection.close();
  }
}
