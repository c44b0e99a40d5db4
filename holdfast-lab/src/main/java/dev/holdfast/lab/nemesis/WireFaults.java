package dev.holdfast.lab.nemesis;

import dev.holdfast.lab.nemesis.BadWire.Choice;
import dev.holdfast.lab.wire.Tools;
import java.util.List;
import java.util.SplittableRandom;

/** The faults of root mode. */
public final class WireFaults {
  /** What they are listed under. */
  static final String GROUP = "wire";

  private record Needing(Fault fault, Tools tool) {}

  private static final List<Needing> ALL =
      List.of(
          filtered(
              "partition",
              "no packet arrives at either end",
              random ->
                  wire -> {
                    wire.requests("drop");
                    wire.replies("drop");
                  }),
          filtered(
              "no-requests",
              "no packet arrives at the server",
              random -> wire -> wire.requests("drop")),
          filtered(
              "no-replies",
              "no packet arrives at the client",
              random -> wire -> wire.replies("drop")),
          filtered(
              "loss",
              "packets are lost, both ways",
              random -> {
                String rule = "numgen random mod 100 < " + share(random) + " drop";
                return wire -> {
                  wire.requests(rule);
                  wire.replies(rule);
                };
              }),
          filtered(
              "forgotten",
              "connections that there are get no packet through; new ones do",
              random -> wire -> wire.forget()),
          filtered(
              "refused",
              "each packet to the server is answered by a reset",
              random -> wire -> wire.requests("meta l4proto tcp reject with tcp reset")),
          needing(Tools.NONE, "link-down", "the link is down", random -> wire -> wire.link(false)),
          needing(
              Tools.NARROW_QUEUE,
              "narrow",
              "packets queue for a link of 64 kbit/s",
              random -> wire -> wire.queue(words("tbf rate 64kbit burst 1600 latency 1s"))),
          needing(
              Tools.SLOW_QUEUE,
              "delay",
              "packets take longer, and overtake each other",
              random -> {
                String delay = "netem delay " + random.nextInt(20, 200) + "ms 20ms";
                return wire -> wire.queue(words(delay));
              }));

  private WireFaults() {}

  private static Needing filtered(String id, String sentence, Choice choice) {
    return needing(Tools.PACKET_FILTER, id, sentence, choice);
  }

  private static Needing needing(Tools tool, String id, String sentence, Choice choice) {
    return new Needing(
        new Fault("net-" + id, GROUP, sentence, true, () -> new BadWire(sentence, choice)), tool);
  }

  /** Some, or so many that little comes through at once. */
  private static int share(SplittableRandom random) {
    return random.nextBoolean() ? 30 : 5;
  }

  private static String[] words(String text) {
    return text.split(" ", -1);
  }

  /** All of them. */
  public static List<Fault> all() {
    return ALL.stream().map(Needing::fault).toList();
  }

  /** Whether it, or one of the two that it is of, is among them. */
  public static boolean has(Fault fault) {
    return List.of(fault.id().split("\\+", -1)).stream()
        .anyMatch(id -> ALL.stream().anyMatch(each -> each.fault().id().equals(id)));
  }

  /** What is missing here for it; empty if nothing is. */
  static String obstacle(Fault fault) {
    return ALL.stream()
        .filter(each -> List.of(fault.id().split("\\+", -1)).contains(each.fault().id()))
        .filter(each -> !each.tool().isThere())
        .map(each -> each.tool().text())
        .findFirst()
        .orElse("");
  }
}
