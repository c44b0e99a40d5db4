package dev.holdfast.etcd;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.StoreException;
import io.etcd.jetcd.Auth;
import io.etcd.jetcd.Client;
import io.etcd.jetcd.auth.Permission;
import io.etcd.jetcd.options.OptionsUtil;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A cluster that asks for users: one that may only use the locks' keys is enough. */
class EtcdUsersTest {
  private static void done(CompletableFuture<?> asked) throws Exception {
    Object unused = asked.get(20, TimeUnit.SECONDS);
  }

  @Test
  void aUserOfTheLocksKeysIsEnoughAndAWrongPasswordIsSaidToBeWrong() throws Exception {
    try (Cluster cluster = Cluster.start(Cluster.Version.V3_5)) {
      StoreException early = refused(cluster.url().replace("//", "//me:p%40ss@"));
      assertTrue(
          early.getMessage().contains("authentication is not enabled there"), early::getMessage);
      assertTrue(early.getMessage().contains("leave user and password out"), early::getMessage);
      assertFalse(early.isTransient(), early::getMessage);
      try (Client client = cluster.client()) {
        Auth auth = client.getAuthClient();
        done(auth.userAdd(Keys.bytes("root"), Keys.bytes("r")));
        done(auth.userGrantRole(Keys.bytes("root"), Keys.bytes("root")));
        done(auth.roleAdd(Keys.bytes("locks")));
        done(
            auth.roleGrantPermission(
                Keys.bytes("locks"),
                Keys.bytes("/tests/"),
                OptionsUtil.prefixEndOf(Keys.bytes("/tests/")),
                Permission.Type.READWRITE));
        done(auth.userAdd(Keys.bytes("me"), Keys.bytes("p@ss")));
        done(auth.userGrantRole(Keys.bytes("me"), Keys.bytes("locks")));
        done(auth.authEnable());
      }
      String url = cluster.url();
      try (Holdfast holdfast = Holdfast.connect(url.replace("//", "//me:p%40ss@"));
          Lease lease = holdfast.mutex("n").acquire()) {
        assertTrue(lease.isHeld());
      }
      StoreException wrong = refused(url.replace("//", "//me:secret@"));
      assertFalse(wrong.isTransient(), wrong::getMessage);
      assertFalse(wrong.getMessage().contains("secret"), wrong.getMessage());
      StoreException nobody = refused(url);
      assertFalse(nobody.isTransient(), nobody::getMessage);
    }
  }

  private static StoreException refused(String url) {
    return assertThrows(
        StoreException.class,
        () -> {
          try (Holdfast holdfast = Holdfast.connect(url)) {
            boolean unused = holdfast.mutex("n").tryRun(lease -> {});
          }
        });
  }
}
