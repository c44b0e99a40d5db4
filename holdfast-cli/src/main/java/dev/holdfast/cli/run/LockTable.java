package dev.holdfast.cli.run;

import dev.holdfast.LockInfo;
import dev.holdfast.cli.output.Durations;
import dev.holdfast.cli.output.Table;
import dev.holdfast.cli.output.Text;
import java.util.List;

/** Names, their holders and how many wait, as lines of which the first is the head. */
public final class LockTable {
  private LockTable() {}

  /** In the order of the names that are given. */
  public static List<String> lines(List<LockInfo> locks) {
    Table table = new Table().row("NAME", "HOLDER", "FOR", "LEASE", "WAITING");
    for (LockInfo lock : locks) {
      String waiting = Integer.toString(lock.waiters().size());
      lock.hold()
          .ifPresentOrElse(
              hold ->
                  table.row(
                      Text.visible(lock.name()),
                      hold.kept() ? "kept after its release" : Wording.holders(lock),
                      Durations.show(Wording.since(hold.since())),
                      Durations.show(hold.remaining()),
                      waiting),
              () -> table.row(Text.visible(lock.name()), "-", "-", "-", waiting));
    }
    return table.lines();
  }
}
