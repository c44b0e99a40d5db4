package dev.holdfast.quorum;

import dev.holdfast.internal.session.StoreProviders;
import dev.holdfast.spi.LockStore;
import dev.holdfast.spi.StoreProvider;
import dev.holdfast.spi.StoreUrl;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * {@code redlock://[[user]:password@]host[:port],host[:port],host[:port][,…][/database]}: a quorum
 * of Redis servers that know nothing of each other, each as {@code redis://} would name it, or as
 * {@code rediss://} would where it is {@code redlocks}: its parameters are for each of them. With
 * {@code ?nodes=4}, say, a hold must be granted by at least four of them; {@code rejoin=2m} says
 * for how long one that was restarted grants nothing, and how long a lease may be; {@code client}
 * chooses the client library, and {@code namespace} keeps applications apart.
 */
public final class RedlockProvider implements StoreProvider {
  private static final Pattern FORM =
      Pattern.compile("//(?<credentials>.*@)?(?<hosts>[^@/]+)(?<path>/[^@/]*)?", Pattern.DOTALL);

  /** What is said of the quorum; everything else is for each of its members. */
  private static final Set<String> OWN = Set.of("namespace", "nodes", "rejoin");

  /** For {@link java.util.ServiceLoader}. */
  public RedlockProvider() {}

  @Override
  public boolean accepts(StoreUrl url) {
    return url.scheme().equals("redlock") || url.scheme().equals("redlocks");
  }

  @Override
  public LockStore create(StoreUrl url) {
    Matcher form = FORM.matcher(url.rest());
    if (!form.matches()) {
      throw malformed(url, "it should look like redlock://[[user]:password@]host[:port],host,host");
    }
    List<String> hosts = Arrays.asList(form.group("hosts").split(",", -1));
    if (new HashSet<>(hosts).size() < hosts.size()) {
      throw malformed(url, "it names a server twice, which would then count twice");
    }
    QuorumStore.checkNumber(hosts.size());
    List<LockStore> members = new ArrayList<>();
    try {
      for (String host : hosts) {
        members.add(StoreProviders.create(member(url, form, host)));
      }
      QuorumStore usual = QuorumStore.owning(members);
      QuorumStore quorum = url.duration("rejoin").map(usual::rejoiningAfter).orElse(usual);
      return url.parameter("nodes")
          .map(nodes -> quorum.holdingOn(number(url, nodes)))
          .orElse(quorum);
    } catch (RuntimeException failed) {
      members.forEach(LockStore::close);
      throw failed;
    }
  }

  private static StoreUrl member(StoreUrl url, Matcher form, String host) {
    String query =
        url.parameters().entrySet().stream()
            .filter(parameter -> !OWN.contains(parameter.getKey()))
            .map(parameter -> encoded(parameter.getKey()) + "=" + encoded(parameter.getValue()))
            .collect(Collectors.joining("&"));
    return StoreUrl.parse(
        (url.scheme().equals("redlocks") ? "rediss://" : "redis://")
            + (form.group("credentials") == null ? "" : form.group("credentials"))
            + host
            + (form.group("path") == null ? "" : form.group("path"))
            + (query.isEmpty() ? "" : "?" + query));
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  private static int number(StoreUrl url, String text) {
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException other) {
      throw malformed(url, "its 'nodes' is not a number");
    }
  }

  private static IllegalArgumentException malformed(StoreUrl url, String why) {
    return new IllegalArgumentException("'" + url + "' is not a redlock URL: " + why);
  }
}
