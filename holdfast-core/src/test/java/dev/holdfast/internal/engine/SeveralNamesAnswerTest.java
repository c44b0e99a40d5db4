package dev.holdfast.internal.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.DistributedLock;
import dev.holdfast.Lease;
import dev.holdfast.internal.locks.MultiLock;
import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.ForwardingSession;
import dev.holdfast.spi.Standing;
import dev.holdfast.spi.StoreSession;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The answer for several names may come at any moment of the thread that asked for them. */
class SeveralNamesAnswerTest {
  private int asked;
  private int looks; // at the clock, since there is an answer
  private @Nullable Runnable answer;

  /** Moments are told apart by how often the thread has looked at the clock. */
  @Test
  void whatIsGrantedAtOnceIsAskedForOnceWhateverTheMoment() {
    int moment = 0;
    boolean within;
    do {
      within = isAnsweredWithin(++moment);
      assertEquals(1, asked, "requests, if the answer comes at look " + moment);
    } while (within);
    assertTrue(moment > 1, "the thread never looked at the clock");
  }

  /** Whether the thread was still at work when it looked at the clock for the so many-th time. */
  private boolean isAnsweredWithin(int moment) {
    asked = 0;
    looks = 0;
    answer = null;
    Bench bench = Bench.through(this::slow);
    bench.host.whenAsked(
        () -> {
          if (answer != null && ++looks == moment) {
            answer.run();
          }
        });
    DistributedLock lock =
        MultiLock.of(Stream.of("a", "b", "c").map(bench::mutex).toList(), bench.engines);
    CompletableFuture<Lease> lease = lock.acquireAsync();
    boolean within = looks >= moment;
    if (!within) {
      Objects.requireNonNull(answer).run();
    }
    lease.join().close();
    return within;
  }

  private StoreSession slow(StoreSession session) {
    return new ForwardingSession(session) {
      @Override
      public CompletionStage<Standing> acquire(AcquireRequest request) {
        asked++;
        return super.acquire(request);
      }

      @Override
      public CompletionStage<List<Standing>> acquireAll(List<AcquireRequest> requests) {
        if (++asked > 1) {
          return super.acquireAll(requests);
        }
        CompletableFuture<List<Standing>> later = new CompletableFuture<>();
        List<Standing> standings = super.acquireAll(requests).toCompletableFuture().join();
        answer = () -> later.complete(standings);
        return later;
      }
    };
  }
}
