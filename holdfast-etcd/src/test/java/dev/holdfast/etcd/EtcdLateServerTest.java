package dev.holdfast.etcd;

import dev.holdfast.Holdfast;
import dev.holdfast.servers.DebianPackage;
import dev.holdfast.servers.EtcdMember;
import dev.holdfast.servers.Folders;
import dev.holdfast.servers.Ports;
import dev.holdfast.silent.LateServer;
import io.etcd.jetcd.Client;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Clients that are made before their etcd runs. */
class EtcdLateServerTest {
  private final int port = Ports.free();

  private EtcdMember member() throws IOException {
    int peer = Ports.free();
    return new EtcdMember(
        DebianPackage.ETCD_3_4, Folders.fresh("etcd"), 0, port, peer, List.of(peer), List.of());
  }

  private Holdfast.Builder byUrl() {
    return Holdfast.builder("etcd://" + Ports.HOST + ":" + port + "/tests");
  }

  @Test
  void byUrlTheServerIsWaitedFor() throws Exception {
    try (EtcdMember server = member()) {
      LateServer.isWaitedFor(this::byUrl, server::start);
    }
  }

  @Test
  void throughAGivenClientTheServerIsWaitedFor() throws Exception {
    try (Client jetcd = Client.builder().endpoints("http://" + Ports.HOST + ":" + port).build();
        EtcdMember server = member()) {
      LateServer.isWaitedFor(() -> Holdfast.builder(EtcdStore.of(jetcd)), server::start);
    }
  }

  @Test
  void noThreadIsLeftWhereTheServerNeverRan() throws Exception {
    LateServer.leavesNoThread(this::byUrl, "etcd", "grpc");
  }
}
