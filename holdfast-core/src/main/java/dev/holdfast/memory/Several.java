package dev.holdfast.memory;

import dev.holdfast.memory.MemoryStore.Push;
import dev.holdfast.spi.AcquireRequest;
import dev.holdfast.spi.Standing;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One request for several names; see {@link dev.holdfast.spi.StoreSession#acquireAll}. */
final class Several {
  private final List<AcquireRequest> requests;
  private final List<NameState> states;
  private final long now;
  private final List<Push> pushes;

  Several(List<AcquireRequest> requests, List<NameState> states, long now, List<Push> pushes) {
    this.requests = requests;
    this.states = states;
    this.now = now;
    this.pushes = pushes;
  }

  List<Standing> acquire() {
    // What was found of each; null where it can be granted, or was not looked at.
    @Nullable Standing[] found = new Standing[requests.size()];
    int room = 0;
    while (room < requests.size()) {
      Standing standing = states.get(room).find(requests.get(room), now, pushes);
      found[room] = standing;
      if (standing != null && !(standing instanceof Standing.Holding)) {
        break;
      }
      room++;
    }
    if (room == requests.size() || requests.get(0).waits()) {
      grant(found, room);
    }
    if (room == 0) {
      found[0] = states.get(0).acquire(requests.get(0), now, pushes);
    }
    Standing nothing = new Standing.Absent(0, null, false);
    return Arrays.stream(found).map(standing -> standing == null ? nothing : standing).toList();
  }

  /** Grants the first {@code room} of them, all with one stamp. */
  private void grant(@Nullable Standing[] found, int room) {
    long stamp = 0;
    for (int i = 0; i < room; i++) {
      stamp = Math.max(stamp, states.get(i).nextStamp(now));
    }
    for (int i = 0; i < room; i++) {
      if (found[i] == null) {
        found[i] = states.get(i).grant(requests.get(i), now, stamp);
      }
    }
  }
}
