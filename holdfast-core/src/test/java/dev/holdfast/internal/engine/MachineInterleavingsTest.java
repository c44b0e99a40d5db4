package dev.holdfast.internal.engine;

import static dev.holdfast.internal.engine.Interleavings.check;

import dev.holdfast.DistributedLock;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.stream.Stream;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.jetbrains.lincheck.datastructures.ThreadIdGen;
import org.jetbrains.lincheck.util.LoggingLevel;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The line of a name with its waiting room and lending, seen by the threads of one client, is a
 * mutex that serves them first come, first served.
 */
public class MachineInterleavingsTest {
  // Lincheck gives an invocation 30 s by the wall clock and then calls it a hang, which on a busy
  // machine it is not. Kotlin hides the setting, Java does not.
  private static final long PATIENCE_MILLIS = 600_000;

  private final DistributedLock lock = new Bench().mutex();
  private final Requests requests = new Requests(lock);

  @Operation
  public boolean tryAcquire(@Param(gen = ThreadIdGen.class) int thread) {
    return requests.tryAcquire(thread);
  }

  @Operation
  public void ask(@Param(gen = ThreadIdGen.class) int thread) {
    requests.ask(thread);
  }

  @Operation
  public boolean holds(@Param(gen = ThreadIdGen.class) int thread) {
    return requests.holds(thread);
  }

  @Operation
  public boolean cancel(@Param(gen = ThreadIdGen.class) int thread) {
    return requests.cancel(thread);
  }

  @Operation
  public boolean release(@Param(gen = ThreadIdGen.class) int thread) {
    return requests.release(thread);
  }

  /**
   * Most of a line's transitions are over in some nanoseconds, so that races seldom meet in them:
   * this says at once which one is not guarded.
   */
  @Test
  void everyDoorOfAMachineIsLocked() {
    List<String> open =
        Stream.of(NameMachine.class.getDeclaredMethods())
            .filter(method -> !method.isSynthetic() && !Modifier.isPrivate(method.getModifiers()))
            .filter(method -> !Modifier.isSynchronized(method.getModifiers()))
            .map(Method::getName)
            .filter(method -> !method.equals("name")) // which never changes
            .toList();
    check(open.isEmpty(), "not synchronized: " + open);
  }

  @Tag("rest")
  @Test
  void everyInterleavingIsThatOfAMutex() {
    new ModelCheckingOptions()
        .iterations(Interleavings.times(3))
        .invocationsPerIteration(50)
        .threads(3)
        .actorsBefore(1)
        .actorsPerThread(3)
        .actorsAfter(1)
        .addGuarantee(Interleavings.atomicStore())
        .invocationTimeout$lincheck(PATIENCE_MILLIS)
        .sequentialSpecification(MutexSpec.class)
        .logLevel(LoggingLevel.ERROR)
        .check(MachineInterleavingsTest.class);
  }

  @Test
  void underStressToo() {
    new StressOptions()
        .iterations(Interleavings.times(5))
        .invocationsPerIteration(1_000)
        .threads(3)
        .actorsPerThread(4)
        .invocationTimeout$lincheck(PATIENCE_MILLIS)
        .sequentialSpecification(MutexSpec.class)
        .logLevel(LoggingLevel.ERROR)
        .check(MachineInterleavingsTest.class);
  }
}
