package dev.holdfast.cli.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.holdfast.cli.output.Signals;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** A command is signalled and stopped also where the JVM throws Errors on the way. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "sends POSIX signals")
class ChildTest {
  /** Leaves in order when it is asked to; its child does not leave at all. */
  private static final String SCRIPT =
      "(trap '' TERM; echo ready; exec sleep 300) & trap 'exit 7' TERM; echo ready; wait";

  private static final Duration GRACE = Duration.ofSeconds(10);

  private final Process real = start();
  private List<ProcessHandle> children = List.of();

  private static Process start() {
    try {
      return new ProcessBuilder("/bin/sh", "-c", SCRIPT).start();
    } catch (IOException none) {
      throw new UncheckedIOException(none);
    }
  }

  @BeforeEach
  void awaitTraps() throws Exception {
    BufferedReader out = real.inputReader();
    assertEquals("ready", out.readLine());
    assertEquals("ready", out.readLine());
    children = real.descendants().toList();
    assertEquals(1, children.size());
  }

  @AfterEach
  void end() {
    real.destroyForcibly();
    children.forEach(ProcessHandle::destroyForcibly);
  }

  /** The real process, of which not all can be asked. */
  private final class Hampered extends Process {
    private final boolean lists;

    Hampered(boolean lists) {
      this.lists = lists;
    }

    @Override
    public Stream<ProcessHandle> descendants() {
      if (!lists) {
        throw new LinkageError("as the test wants");
      }
      return real.descendants();
    }

    @Override
    public ProcessHandle toHandle() {
      return lists ? unawaited(real.toHandle()) : real.toHandle();
    }

    @Override
    public int waitFor() throws InterruptedException {
      return real.waitFor();
    }

    @Override
    public boolean waitFor(long timeout, TimeUnit unit) throws InterruptedException {
      return real.waitFor(timeout, unit);
    }

    @Override
    public boolean isAlive() {
      return real.isAlive();
    }

    @Override
    public int exitValue() {
      return real.exitValue();
    }

    @Override
    public void destroy() {
      real.destroy();
    }

    @Override
    public Process destroyForcibly() {
      return real.destroyForcibly();
    }

    @Override
    public InputStream getInputStream() {
      return real.getInputStream();
    }

    @Override
    public InputStream getErrorStream() {
      return real.getErrorStream();
    }

    @Override
    public OutputStream getOutputStream() {
      return real.getOutputStream();
    }
  }

  /** One for whose end no thread can be made to wait. */
  private static ProcessHandle unawaited(ProcessHandle handle) {
    return (ProcessHandle)
        Proxy.newProxyInstance(
            ChildTest.class.getClassLoader(),
            new Class<?>[] {ProcessHandle.class},
            (self, method, arguments) -> {
              if (method.getName().equals("onExit")) {
                throw new LinkageError("as the test wants");
              }
              try {
                return method.invoke(handle, arguments);
              } catch (InvocationTargetException thrown) {
                throw thrown.getCause();
              }
            });
  }

  private int code() throws InterruptedException {
    return real.waitFor(30, TimeUnit.SECONDS) ? real.exitValue() : -1;
  }

  @Test
  void aSignalReachesTheCommandThoughItsChildrenCannotBeListed() throws Exception {
    new Child(new Hampered(false)).signal(Signals.Kind.TERM);
    assertEquals(7, code());
  }

  @Test
  void aStopLeavesTheCommandItsTimeThoughItsChildrenCannotBeListed() throws Exception {
    new Child(new Hampered(false)).stop(OnLoss.TERM, GRACE);
    assertEquals(7, code());
  }

  @Test
  void aStopEndsTheChildrenThoughTheyCannotBeWaitedFor() throws Exception {
    new Child(new Hampered(true)).stop(OnLoss.TERM, GRACE);
    assertEquals(7, code());
    assertFalse(
        children.get(0).onExit().handle((ended, error) -> ended == null).get(30, TimeUnit.SECONDS));
  }
}
