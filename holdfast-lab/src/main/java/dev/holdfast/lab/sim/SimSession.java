package dev.holdfast.lab.sim;

import dev.holdfast.LockInfo;
import dev.holdfast.StoreException;
import dev.holdfast.lab.sim.Network.Request;
import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.KeepAlive;
import dev.holdfast.spi.ReleaseRequest;
import dev.holdfast.spi.Standing;
import dev.holdfast.spi.StoreSession;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** A client's end of a session: verbs become requests that the network carries. */
final class SimSession implements StoreSession {
  private final Actor actor;
  private final Network network;
  private final Supplier<StoreSession> atServer;
  private boolean closed;

  SimSession(Actor actor, Network network, Supplier<StoreSession> atServer) {
    this.actor = actor;
    this.network = network;
    this.atServer = atServer;
  }

  @Override
  public CompletionStage<Standing> acquire(AcquireRequest request) {
    return send(
        () -> Texts.of(request), List.of(request.name()), session -> session.acquire(request));
  }

  @Override
  public CompletionStage<List<Standing>> acquireAll(List<AcquireRequest> requests) {
    return send(
        () ->
            requests.stream().map(Texts::of).collect(Collectors.joining(", ", "all or some: ", "")),
        requests.stream().map(AcquireRequest::name).toList(),
        List.of(requests.get(0).name()), // the others may not have been looked at
        session -> session.acquireAll(requests));
  }

  @Override
  public CompletionStage<List<Boolean>> releaseAll(List<ReleaseRequest> requests) {
    return send(
        () -> requests.stream().map(Texts::of).collect(Collectors.joining(", ")),
        requests.stream().map(ReleaseRequest::name).toList(),
        session -> session.releaseAll(requests));
  }

  /** A store of several parts may know the standing of some and not of others. */
  @Override
  public CompletionStage<List<Standing>> keepAlive(List<KeepAlive> requests) {
    return send(
            () -> Texts.ofAll(requests),
            requests.stream().map(KeepAlive::name).toList(),
            session -> session.keepAlive(requests))
        .thenApply(standings -> standings.stream().map(this::perhapsUnknown).toList());
  }

  private Standing perhapsUnknown(Standing standing) {
    return network.isVague(actor)
        ? new Standing.Unknown(new StoreException("a part of the store is away", null, true))
        : standing;
  }

  @Override
  public CompletionStage<Boolean> release(ReleaseRequest request) {
    return send(
        () -> Texts.of(request), List.of(request.name()), session -> session.release(request));
  }

  @Override
  public CompletionStage<LockInfo> inspect(String name) {
    return send(() -> "inspect " + Texts.name(name), List.of(), session -> session.inspect(name));
  }

  @Override
  public CompletionStage<List<String>> names(int limit) {
    return send(() -> "names", List.of(), session -> session.names(limit));
  }

  @Override
  public boolean reduces() {
    return true;
  }

  @Override
  public CompletionStage<Boolean> reduce(String name, String attempt, int permits) {
    return send(
        () -> "leave " + permits + " permits of " + Texts.name(name) + " to " + attempt,
        List.of(name),
        session -> session.reduce(name, attempt, permits));
  }

  @Override
  public CompletionStage<Integer> resize(String name, int expected, int size) {
    return send(
        () -> "resize " + Texts.name(name) + " to " + size,
        List.of(name),
        session -> session.resize(name, expected, size));
  }

  @Override
  public CompletionStage<Boolean> breakHold(String name) {
    return send(
        () -> "break " + Texts.name(name), List.of(name), session -> session.breakHold(name));
  }

  private <T> CompletionStage<T> send(
      Supplier<String> what, List<String> names, Function<StoreSession, CompletionStage<T>> verb) {
    return send(what, names, names, verb);
  }

  private <T> CompletionStage<T> send(
      Supplier<String> what,
      List<String> names,
      List<String> settled,
      Function<StoreSession, CompletionStage<T>> verb) {
    if (closed) {
      return CompletableFuture.failedFuture(
          new StoreException("the session is closed; nothing was sent", null, false));
    }
    return network.send(
        new Request<>(actor, what, names, settled, () -> Stages.join(verb.apply(atServer.get()))));
  }

  @Override
  public void close() {
    closed = true;
  }
}
