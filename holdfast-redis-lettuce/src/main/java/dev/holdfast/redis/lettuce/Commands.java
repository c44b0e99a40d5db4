package dev.holdfast.redis.lettuce;

import dev.holdfast.redis.internal.port.ScriptCall;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.protocol.AsyncCommand;
import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;

/** Lettuce's commands, whose replies are as the protocol wants them ({@link ReplyOutput}). */
final class Commands {
  private Commands() {}

  static AsyncCommand<byte[], byte[], Object> script(ScriptCall call) {
    CommandArgs<byte[], byte[]> arguments =
        new CommandArgs<>(ByteArrayCodec.INSTANCE).add(call.script()).add(call.keyCount());
    for (byte[] word : call.keysAndArguments()) {
      arguments.add(word);
    }
    return of(call.isBySource() ? CommandType.EVAL : CommandType.EVALSHA, arguments);
  }

  static AsyncCommand<byte[], byte[], Object> of(CommandType type, String... words) {
    CommandArgs<byte[], byte[]> arguments = new CommandArgs<>(ByteArrayCodec.INSTANCE);
    for (String word : words) {
      arguments.add(word);
    }
    return of(type, arguments);
  }

  static AsyncCommand<byte[], byte[], Object> of(
      CommandType type, CommandArgs<byte[], byte[]> arguments) {
    return new AsyncCommand<>(new Command<>(type, new ReplyOutput(), arguments));
  }
}
