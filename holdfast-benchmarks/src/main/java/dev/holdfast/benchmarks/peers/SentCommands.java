package dev.holdfast.benchmarks.peers;

import io.lettuce.core.protocol.RedisCommand;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import java.util.Collection;
import java.util.concurrent.atomic.LongAdder;
import org.redisson.client.protocol.CommandData;
import org.redisson.client.protocol.CommandsData;

/** Counts the commands that Lettuce's or Redisson's connections are given to write. */
@ChannelHandler.Sharable
final class SentCommands extends ChannelOutboundHandlerAdapter {
  private final LongAdder sent = new LongAdder();

  long sum() {
    return sent.sum();
  }

  @Override
  public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
    sent.add(commandsIn(message));
    ChannelFuture unused = context.write(message, promise);
  }

  private static int commandsIn(Object message) {
    if (message instanceof RedisCommand || message instanceof CommandData) {
      return 1;
    }
    if (message instanceof Collection<?> batch) {
      return batch.size();
    }
    return message instanceof CommandsData batch ? batch.getCommands().size() : 0;
  }
}
