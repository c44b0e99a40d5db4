package dev.holdfast.redis.internal.doctor;

import dev.holdfast.spi.Finding;
import dev.holdfast.spi.Guarantee;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What kind of server it is: its version, and its part among others. */
final class ServerKindCheck {
  /** Why something cannot be seen that INFO tells, and what to do. */
  static final String NO_INFO = "cannot be seen (this user may not ask INFO)";

  static final String ALLOW_INFO = "allow it to see: ACL SETUSER <user> +info";

  private static final Pattern VERSION = Pattern.compile("([0-9]{1,6})\\.([0-9]{1,6}).*");

  private ServerKindCheck() {}

  static Finding version(ServerFacts facts) {
    String redis = facts.info("redis_version").orElse(null);
    if (redis == null) {
      return Finding.note("version", NO_INFO, "Redis 6.2 or later is needed").advise(ALLOW_INFO);
    }
    String valkey = facts.info("valkey_version").orElse("");
    String seen =
        valkey.isEmpty() ? "Redis " + redis : "Valkey " + valkey + " (as Redis " + redis + ")";
    Matcher parts = VERSION.matcher(redis);
    if (!parts.matches()) {
      return Finding.note("version", seen, "no version that is known here; 6.2 or later is needed");
    }
    int major = Integer.parseInt(parts.group(1));
    int minor = Integer.parseInt(parts.group(2));
    return major > 6 || (major == 6 && minor >= 2)
        ? Finding.ok("version", seen, "has all that is needed (6.2 or later)")
        : Finding.problem(
            "version",
            seen,
            "too old: the scripts use commands that it does not have",
            "use Redis 6.2 or later");
  }

  static Finding role(ServerFacts facts) {
    String mode = facts.info("redis_mode").orElse("");
    String role = facts.info("role").orElse("");
    if (mode.equals("sentinel")) {
      return Finding.problem(
          "role",
          "a Sentinel",
          "it knows servers, but has no data: no lock can be taken here",
          "say redis+sentinel://host:port/NAME, with the name that it has for the master");
    }
    if (mode.equals("cluster") || facts.says("cluster_enabled", "1")) {
      return Finding.problem(
              "role",
              "a node of a Redis Cluster",
              "names whose slot is at another node are refused here (MOVED), and a failover is not"
                  + " followed",
              "say redis+cluster://host:port")
          .limit(Guarantee.C2, "a replica is promoted");
    }
    if (role.equals("slave")) {
      return Finding.problem(
              "role",
              "a replica of "
                  + facts.info("master_host").orElse("?")
                  + ":"
                  + facts.info("master_port").orElse("?"),
              "a replica refuses what locks write; if it is made writable, its locks are between its"
                  + " own clients only, and vanish when it synchronizes",
              "name the primary server")
          .limit(Guarantee.C2, "a replica that takes writes synchronizes with its primary");
    }
    if (role.isEmpty()) {
      return Finding.note("role", NO_INFO, "if replicas stand behind this address, see failover")
          .advise(ALLOW_INFO)
          .limit(Guarantee.C2, "a replica is promoted, if there is one (" + "cannot be seen)");
    }
    long replicas = facts.number("connected_slaves").orElse(0L);
    return replicas == 0
        ? Finding.ok(
            "role",
            "a single server, without replicas",
            "there is no failover that this server knows of")
        : ReplicaCheck.asynchronous(
            "a primary with " + replicas + (replicas == 1 ? " replica" : " replicas"));
  }
}
