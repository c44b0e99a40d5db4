package dev.holdfast.fuzz;

import dev.holdfast.Lease;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;

/** A lease with another one's token, as no store grants it while its clock goes forward. */
public final class OddLease {
  private OddLease() {}

  /** The lease, but for its token. */
  public static Lease of(Lease lease, long token) {
    return (Lease)
        Proxy.newProxyInstance(
            Lease.class.getClassLoader(),
            new Class<?>[] {Lease.class},
            (proxy, method, arguments) -> {
              try {
                return method.getName().equals("token") ? token : method.invoke(lease, arguments);
              } catch (InvocationTargetException error) {
                throw error.getCause();
              }
            });
  }
}
