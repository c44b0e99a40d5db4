package dev.holdfast.benchmarks.contender;

import io.lettuce.core.RedisClient;
import io.lettuce.core.protocol.RedisCommand;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.NettyCustomizer;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import java.util.Collection;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/** A Lettuce client that counts every command which its connections write. */
public final class CountedLettuce implements AutoCloseable {
  private final LongAdder sent = new LongAdder();
  private final ClientResources resources;
  private final RedisClient client;

  /** A client of the server at {@code redis://host:port}. */
  public CountedLettuce(String redisUrl) {
    resources =
        ClientResources.builder()
            .nettyCustomizer(
                new NettyCustomizer() {
                  @Override
                  public void afterChannelInitialized(Channel channel) {
                    channel.pipeline().addLast(new Counter(sent));
                  }
                })
            .build();
    client = RedisClient.create(resources, redisUrl);
  }

  /** The client; shut down with this object. */
  public RedisClient client() {
    return client;
  }

  /** The commands written so far. */
  public long sent() {
    return sent.sum();
  }

  @Override
  public void close() {
    client.shutdown(0, 2, TimeUnit.SECONDS);
    resources.shutdown(0, 2, TimeUnit.SECONDS).awaitUninterruptibly(2, TimeUnit.SECONDS);
  }

  private static final class Counter extends ChannelOutboundHandlerAdapter {
    private final LongAdder sent;

    Counter(LongAdder sent) {
      this.sent = sent;
    }

    @Override
    public void write(ChannelHandlerContext context, Object message, ChannelPromise promise)
        throws Exception {
      if (message instanceof RedisCommand) {
        sent.increment();
      } else if (message instanceof Collection<?> batch) {
        sent.add(batch.size());
      }
      super.write(context, message, promise);
    }
  }
}
