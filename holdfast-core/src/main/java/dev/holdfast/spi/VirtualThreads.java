package dev.holdfast.spi;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.jspecify.annotations.Nullable;

/** Tells virtual threads from others, on Java 17 too, which has none. */
final class VirtualThreads {
  private static final @Nullable MethodHandle IS_VIRTUAL = find();

  private VirtualThreads() {}

  private static @Nullable MethodHandle find() {
    try {
      return MethodHandles.publicLookup()
          .findVirtual(Thread.class, "isVirtual", MethodType.methodType(boolean.class));
    } catch (ReflectiveOperationException older) {
      return null;
    }
  }

  static boolean isCurrent() {
    if (IS_VIRTUAL == null) {
      return false;
    }
    try {
      return (boolean) IS_VIRTUAL.invokeExact(Thread.currentThread());
    } catch (Throwable impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
