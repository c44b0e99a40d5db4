package dev.holdfast.benchmarks.contender;

import dev.holdfast.Holdfast;
import dev.holdfast.LockOptions;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Holdfast as a URL gives it, with clients of its own: nobody counts here what they send. */
final class Connected implements Contender {
  private static final Pattern REJOIN = Pattern.compile("[?&]rejoin=(\\d+)s");
  private static final Duration USUAL_LEASE = Duration.ofSeconds(30);

  private final Holdfast holdfast;

  Connected(String url) {
    holdfast =
        Holdfast.builder(url)
            .options(LockOptions.defaults().lease(longestLease(url)))
            .connectTimeout(Ours.CONNECTING)
            .build();
  }

  /** The usual one, unless the quorum of this URL grants none that is so long. */
  private static Duration longestLease(String url) {
    Matcher rejoin = REJOIN.matcher(url);
    Duration longest =
        rejoin.find() ? Duration.ofSeconds(Long.parseLong(rejoin.group(1))) : USUAL_LEASE;
    return longest.compareTo(USUAL_LEASE) < 0 ? longest : USUAL_LEASE;
  }

  @Override
  public Section section(String name) {
    return new LeaseSection(holdfast.mutex(name), true);
  }

  @Override
  public void close() {
    holdfast.close();
  }
}
