package dev.holdfast.benchmarks.contender;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The servers of a quorum's URL, for those who reach them by themselves. */
public final class RedlockHosts {
  private static final Pattern URL = Pattern.compile("redlock://([^?]+)(\\?.*)?");

  private RedlockHosts() {}

  /** Each as {@code host:port}. */
  public static List<String> of(String url) {
    Matcher hosts = URL.matcher(url);
    if (!hosts.matches()) {
      throw new IllegalArgumentException("'" + url + "' names no servers");
    }
    return List.of(hosts.group(1).split(",", -1));
  }
}
