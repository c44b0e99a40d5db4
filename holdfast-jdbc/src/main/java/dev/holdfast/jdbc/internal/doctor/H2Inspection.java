package dev.holdfast.jdbc.internal.doctor;

import dev.holdfast.spi.Finding;
import dev.holdfast.spi.Guarantee;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** H2: what it is for, and whether its locks are shared. */
final class H2Inspection {
  private H2Inspection() {}

  static List<Finding> of(PrivilegedQuery query, @Nullable String refusal) {
    List<Finding> findings = new ArrayList<>();
    findings.add(
        Finding.warning(
                "version",
                "H2 " + query.text("SELECT H2VERSION()").orElse("of a version that cannot be seen"),
                "for development and tests; how it behaves when it fails was not tested, as that of"
                    + " the other databases was",
                "use PostgreSQL, MariaDB or MySQL where locks have to hold")
            .limit(Guarantee.C2, "the process that has the database open dies")
            .limit(Guarantee.C1, "the process that has the database open dies"));
    if (refusal != null) {
      findings.add(
          Finding.problem("connection", refusal, "no lock can be taken here", "do what it says"));
      return findings;
    }
    boolean file = query.text("SELECT DATABASE_PATH()").isPresent();
    findings.add(
        file
            ? Finding.ok("place", "a file", "shared by all that have it open")
            : Finding.note(
                "place",
                "in memory",
                "shared by the connections to this one process; nothing is kept when it ends"));
    return findings;
  }
}
