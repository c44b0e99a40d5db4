package dev.holdfast.lab.nemesis;

import dev.holdfast.lab.episode.Rig;
import dev.holdfast.servers.ClusterMember;
import dev.holdfast.servers.EtcdMember;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.regex.Pattern;

/**
 * The data of etcd takes all the space that it may, and etcd raises an alarm: then it deletes, but
 * writes nothing more, until somebody has made room and ended the alarm.
 */
final class NoSpace implements Nemesis {
  /** More than an episode's own load takes. */
  private static final int SPACE_BYTES = 24 << 20;

  private static final int MOST_WRITES = 60;
  private static final int VALUE_BYTES = 1 << 20;
  private static final String KEY = base64("filling".getBytes(StandardCharsets.UTF_8));
  private static final String NO_SPACE = "database space exceeded";
  private static final Pattern ALARM = Pattern.compile("\"memberID\":\"(\\d+)\"");

  private static String base64(byte[] bytes) {
    return Base64.getEncoder().encodeToString(bytes);
  }

  private static List<EtcdMember> members(Rig rig) {
    return rig.cluster().byRank().stream().map(NoSpace::etcd).toList();
  }

  private static EtcdMember etcd(ClusterMember member) {
    return (EtcdMember) member;
  }

  @Override
  public void prepare(Rig rig, SplittableRandom random) throws IOException {
    long most = members(rig).get(0).size() + SPACE_BYTES;
    rig.cluster().restartIn(Map.of("ETCD_QUOTA_BACKEND_BYTES", String.valueOf(most)));
  }

  @Override
  public void inject(Rig rig, SplittableRandom random) throws IOException {
    EtcdMember leader = members(rig).get(0);
    String write = "{\"key\":\"" + KEY + "\",\"value\":\"" + base64(new byte[VALUE_BYTES]) + "\"}";
    for (int i = 0; i < MOST_WRITES; i++) {
      try {
        leader.ask("/v3/kv/put", write);
      } catch (IOException refused) {
        if (String.valueOf(refused.getMessage()).contains(NO_SPACE)) {
          rig.note("no space is left, after " + i + " large writes");
          return;
        }
        throw refused;
      }
    }
    throw new IOException("there is still space after " + MOST_WRITES + " large writes");
  }

  @Override
  public void heal(Rig rig) throws IOException {
    List<EtcdMember> members = members(rig);
    EtcdMember leader = members.get(0);
    leader.ask("/v3/kv/deleterange", "{\"key\":\"" + KEY + "\"}");
    leader.compact();
    for (EtcdMember member : members) {
      member.ask("/v3/maintenance/defragment", "{}");
    }
    for (String member : alarms(leader)) {
      leader.ask(
          "/v3/maintenance/alarm",
          "{\"action\":\"DEACTIVATE\",\"memberID\":\"" + member + "\",\"alarm\":\"NOSPACE\"}");
    }
    rig.note("there is space again");
  }

  private static List<String> alarms(EtcdMember member) throws IOException {
    return ALARM
        .matcher(member.ask("/v3/maintenance/alarm", "{}"))
        .results()
        .map(found -> found.group(1))
        .toList();
  }

  @Override
  public void restore(Rig rig) throws IOException {
    rig.cluster().restartIn(Map.of());
  }
}
