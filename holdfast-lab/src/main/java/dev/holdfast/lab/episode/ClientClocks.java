package dev.holdfast.lab.episode;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The clocks of clients' processes: the machine's, or ones of their own that can be made wrong. */
public final class ClientClocks {
  private final Path folder;
  private final List<ClientProcess> clients;
  private final List<ShiftedClock> clocks = new ArrayList<>();

  ClientClocks(Path folder, List<ClientProcess> clients) {
    this.folder = folder;
    this.clients = clients;
  }

  /** Before an episode: gives each client clocks of its own, which are right at first. */
  public void give() throws IOException {
    for (ClientProcess client : clients) {
      ShiftedClock clock = new ShiftedClock(folder.resolve("clock" + clocks.size()));
      clocks.add(clock);
      client.endIn(clock.environment());
    }
  }

  /** After an episode: ends {@link #give}. */
  public void take() {
    clocks.clear();
    clients.forEach(client -> client.endIn(Map.of()));
  }

  /** From now on a client's wall clock is wrong by so much. */
  public void shift(int client, long millis) throws IOException {
    clocks.get(client).shift(millis);
  }

  void miss(int client, Duration time, boolean wallToo) throws IOException {
    clocks.get(client).miss(time, wallToo);
  }
}
