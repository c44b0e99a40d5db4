package dev.holdfast.lab.sim;

import dev.holdfast.lab.sim.Ledger.Grant;
import java.util.HashMap;
import java.util.Map;

/**
 * A resource that checks tokens: it refuses a write whose token is lower than the highest it has
 * seen. What it accepts must be in the order in which the store granted (claim C1).
 */
final class Register {
  private final Findings findings;
  private final Map<String, Section> highest = new HashMap<>();

  Register(Findings findings) {
    this.findings = findings;
  }

  void write(Section writer) {
    Grant grant = writer.grant;
    if (grant == null) {
      findings.add("F1", writer + " comes from no grant that the store made");
      return;
    }
    Section before = highest.get(writer.name);
    if (before == null || writer.token > before.token) {
      highest.put(writer.name, writer);
      Grant former = before == null ? null : before.grant;
      if (former != null && grant.number < former.number) {
        findings.add("C1", writer + " was granted before " + before + ", but may write after it");
      }
    } else if (writer.token == before.token && writer != before) {
      findings.add("F1", writer + " has the same token as " + before);
    }
  }
}
