package dev.holdfast.etcd;

import dev.holdfast.spi.Futures;
import io.etcd.jetcd.Client;
import io.etcd.jetcd.maintenance.StatusResponse;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;

/**
 * What a member says of itself.
 *
 * @param address where it was asked
 * @param said what it answered, if it did
 */
record MemberStatus(URI address, Optional<StatusResponse> said) {
  private static final Duration WAIT = Duration.ofSeconds(3);

  /** Asks a member, through connections like the client's. */
  static MemberStatus of(Client client, URI address) {
    return new MemberStatus(
        address, answer(client.getMaintenanceClient().statusMember(address.toString())));
  }

  /** Waits for what may be refused or not be answered at all. */
  static <T> Optional<T> answer(CompletableFuture<T> asked) {
    try {
      return Optional.of(Futures.get(asked, WAIT));
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    } catch (ExecutionException | TimeoutException none) {
      return Optional.empty();
    }
  }

  /** Host and port. */
  String server() {
    return address.getAuthority();
  }

  Optional<String> version() {
    return said.map(StatusResponse::getVersion);
  }

  boolean leads() {
    return said.isPresent() && said.get().getLeader() == said.get().getHeader().getMemberId();
  }

  boolean knowsNoLeader() {
    return said.isPresent() && said.get().getLeader() == 0;
  }
}
