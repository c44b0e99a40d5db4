package dev.holdfast.lab.score;

import dev.holdfast.Holdfast;
import dev.holdfast.Lease;
import dev.holdfast.LockOptions;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A process that holds some names until it is killed, or its starter ends. */
public final class HolderMain {
  private HolderMain() {}

  /** Takes a URL, a namespace, the lease in ms, and the names. */
  public static void main(String[] words) throws IOException, InterruptedException {
    List<Lease> held = new ArrayList<>();
    Holdfast client =
        Holdfast.builder(words[0])
            .namespace(words[1])
            .options(LockOptions.defaults().lease(Duration.ofMillis(Long.parseLong(words[2]))))
            .build();
    for (int i = 3; i < words.length; i++) {
      held.add(client.mutex(words[i]).acquire(Duration.ofSeconds(10)));
    }
    System.out.println("held " + held.size());
    int ended = System.in.read();
    Runtime.getRuntime().halt(ended + held.size());
  }
}
