package dev.holdfast.redis.internal.doctor;

import dev.holdfast.redis.internal.port.Bytes;
import dev.holdfast.redis.internal.port.ScanPage;
import dev.holdfast.redis.internal.url.KeyPrefix;
import dev.holdfast.spi.Finding;
import java.util.ArrayList;
import java.util.List;

/** What lies in a namespace already: keys that never expire, or of another layout. */
final class StoredKeysCheck {
  private static final int PAGES = 100;
  private static final String KEYS_PER_PAGE = "1000";
  private static final long NEVER = -1;

  private final BlockingPort asking;
  private final String present;
  private final String pattern;
  private long seen;
  private long staying;
  private long foreign;
  private String example = "";
  private boolean all;

  /** The keys of a namespace. */
  StoredKeysCheck(BlockingPort asking, String namespace) {
    this.asking = asking;
    String prefix = asking.site().prefix();
    this.present = prefix + KeyPrefix.LAYOUT + namespace + ":";
    this.pattern = KeyPrefix.pattern(prefix) + "hf?:" + namespace + ":*";
  }

  Finding look() {
    String cursor = "0";
    for (int page = 0; page < PAGES && !all; page++) {
      Object reply = asking.ask("SCAN", cursor, "MATCH", pattern, "COUNT", KEYS_PER_PAGE);
      if (!(reply instanceof List<?> parts)) {
        return Finding.note("keys", "cannot be seen (this user may not SCAN)", "");
      }
      ScanPage keys = ScanPage.of(parts);
      look(keys.keys().stream().map(Bytes::text).toList());
      cursor = Bytes.text(keys.next());
      all = keys.isLast();
    }
    return finding();
  }

  private void look(List<String> keys) {
    List<List<String>> questions = new ArrayList<>();
    for (String key : keys) {
      if (key.startsWith(present)) {
        seen++;
        questions.add(List.of("PTTL", key));
      } else {
        foreign++;
        example = key;
      }
    }
    if (questions.isEmpty()) {
      return;
    }
    List<Object> replies = asking.askAll(questions);
    for (int i = 0; i < replies.size(); i++) {
      if (replies.get(i) instanceof Long left && left == NEVER) {
        staying++;
        example = questions.get(i).get(1);
      }
    }
  }

  private Finding finding() {
    String looked = all ? "" : " (only a part of the server's keys was looked at)";
    if (foreign > 0) {
      return Finding.warning(
          "keys",
          foreign + " of another layout than this version's, such as " + example + looked,
          "programs of an earlier or later Holdfast use this server, and their locks do not exclude"
              + " these",
          "use one version for all that share locks");
    }
    if (staying > 0) {
      return Finding.warning(
          "keys",
          staying + " of " + seen + " never expire, such as " + example + looked,
          "Holdfast writes none like that: another program did, or ran PERSIST, and a lock may stay"
              + " taken without end",
          "see whose they are: holdfast list, holdfast break");
    }
    return Finding.ok(
        "keys", seen + " of Holdfast in this namespace" + looked, "all expire by themselves");
  }
}
