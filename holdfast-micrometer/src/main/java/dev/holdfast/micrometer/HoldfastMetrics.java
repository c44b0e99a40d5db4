package dev.holdfast.micrometer;

import dev.holdfast.Holdfast;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.Objects;

/**
 * What a client has and has done, as meters. They are read from the client's {@link
 * Holdfast#statistics() statistics} and {@link Holdfast#leases() leases} when the registry is read,
 * once a second at most; no store is asked.
 *
 * <table>
 * <caption>The meters</caption>
 * <tr><th>name</th><th>type</th><th>tags</th><th>what it tells</th></tr>
 * <tr><td>{@code holdfast.locks.held}</td><td>gauge</td><td>{@code group}</td>
 * <td>leases that are held now</td></tr>
 * <tr><td>{@code holdfast.locks.oldest.hold}</td><td>gauge, seconds</td><td>{@code group}</td>
 * <td>how long the oldest of them has been held; 0 if there is none</td></tr>
 * <tr><td>{@code holdfast.locks.waiting}</td><td>gauge</td><td>{@code group}</td>
 * <td>requests that wait now</td></tr>
 * <tr><td>{@code holdfast.locks.oldest.wait}</td><td>gauge, seconds</td><td>{@code group}</td>
 * <td>how long the one has waited that came first; 0 if there is none</td></tr>
 * <tr><td>{@code holdfast.election.leader}</td><td>gauge</td><td>{@code election}</td>
 * <td>1 if a candidate of this client leads, 0 if none does; while it has a candidacy</td></tr>
 * <tr><td>{@code holdfast.fence.refused}</td><td>counter</td><td>none at all</td>
 * <td>{@linkplain dev.holdfast.StaleTokenException#refusals() tokens that guards of this process
 * refused}</td></tr>
 * <tr><td>{@code holdfast.leases.jeopardy}</td><td>gauge</td><td></td>
 * <td>leases that are held, and whose last renewal was not answered</td></tr>
 * <tr><td>{@code holdfast.release.pending}</td><td>gauge</td><td></td>
 * <td>releases that the store has not confirmed yet</td></tr>
 * <tr><td>{@code holdfast.store.sessions}</td><td>gauge</td><td></td>
 * <td>1; 0 until the store was reached for the first time, and when the client is closed</td></tr>
 * <tr><td>{@code holdfast.lock.granted}</td><td>counter</td><td></td>
 * <td>leases that were given to callers</td></tr>
 * <tr><td>{@code holdfast.lock.lent}</td><td>counter</td><td></td>
 * <td>those of them that took no request to the store</td></tr>
 * <tr><td>{@code holdfast.leases.lost}</td><td>counter</td><td></td>
 * <td>leases that were lost; {@link HoldfastMetricsListener} counts them by cause</td></tr>
 * </table>
 *
 * <p>Leases of leaders and waits of candidates, which may last for as long as the program, have the
 * group {@value #ELECTIONS}, whatever their names are. The tag {@code election} has the names of 99
 * elections; those that come later are {@value NameGroups#OTHER}.
 *
 * <p>Meters of a group appear when a lease or a wait of that group is seen for the first time, and
 * stay. Leases that are acquired and released between two readings are seen by the counters only.
 * The meters keep the client from being collected as garbage, and stay when it is closed.
 *
 * <p>Two clients on one registry need tags that tell them apart, for example {@code "client",
 * "orders"}: of meters with the same name and tags a registry has only the first.
 *
 * <p>Thread-safe.
 */
public final class HoldfastMetrics implements MeterBinder {
  /** The group of what elections hold and wait for. */
  public static final String ELECTIONS = "elections";

  private final Holdfast holdfast;
  private final NameGroups groups;
  private final Tags tags;

  /**
   * The meters of a client, for {@link #bindTo}.
   *
   * @param holdfast the client
   * @param groups how names are grouped
   * @param tags for all meters
   */
  public HoldfastMetrics(Holdfast holdfast, NameGroups groups, Iterable<Tag> tags) {
    this.holdfast = Objects.requireNonNull(holdfast, "holdfast");
    this.groups = Objects.requireNonNull(groups, "groups");
    this.tags = Tags.of(tags);
  }

  /**
   * Puts the meters of a client into a registry, grouped by {@link NameGroups#byPrefix() the prefix
   * of names}.
   *
   * @param registry where the meters are to be
   * @param holdfast the client
   * @param tags for all meters: keys and values in turn
   * @return the client
   * @throws IllegalArgumentException if a key has no value
   */
  public static Holdfast monitor(MeterRegistry registry, Holdfast holdfast, String... tags) {
    new HoldfastMetrics(holdfast, NameGroups.byPrefix(), Tags.of(tags)).bindTo(registry);
    return holdfast;
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    new Figures(holdfast, groups, tags, registry).register();
  }
}
