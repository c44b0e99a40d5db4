package dev.holdfast.spring.boot;

import dev.holdfast.Holdfast;
import dev.holdfast.LockInfo;
import dev.holdfast.StoreException;
import dev.holdfast.spi.LockFields;
import java.security.Principal;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.audit.listener.AuditApplicationEvent;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.annotation.DeleteOperation;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.Selector.Match;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.WebEndpoint;
import org.springframework.context.ApplicationEventPublisher;

/**
 * {@code /actuator/holdfast}: what this client holds, and what the store knows of one name. The
 * names of a store are never walked.
 */
@WebEndpoint(id = "holdfast", defaultAccess = Access.READ_ONLY)
public final class HoldfastEndpoint {
  private static final System.Logger LOG = System.getLogger(HoldfastEndpoint.class.getName());

  /** Beyond this a reason is a text, and logs are not the place for it. */
  private static final int LONGEST_REASON = 200;

  private static final int UNAVAILABLE = 503;

  private final Holdfast client;
  private final LastLoss lastLoss;
  private final ApplicationEventPublisher events;

  HoldfastEndpoint(Holdfast client, LastLoss lastLoss, ApplicationEventPublisher events) {
    this.client = client;
    this.lastLoss = lastLoss;
    this.events = events;
  }

  /** This client: its leases, waits, candidacies and figures. The store is not asked. */
  @ReadOperation
  public Map<String, Object> client() {
    Map<String, Object> report = new LinkedHashMap<>();
    report.put("client", LockFields.of(client.identity()));
    report.put("statistics", ClientReport.of(client.statistics()));
    report.put("leases", client.leases().stream().map(ClientReport::of).toList());
    report.put("waits", client.waits().stream().map(ClientReport::of).toList());
    report.put("candidacies", client.candidacies().stream().map(ClientReport::of).toList());
    lastLoss.report().ifPresent(loss -> report.put("lastLoss", loss));
    return report;
  }

  /**
   * What the store knows of a name: all holders, those that wait, and requests for a release.
   *
   * @param name in parts, if there are slashes in it
   */
  @ReadOperation
  public WebEndpointResponse<Map<String, Object>> lock(
      @Selector(match = Match.ALL_REMAINING) String... name) {
    return answer(
        () -> {
          LockInfo info = client.inspect(joined(name));
          return LockFields.of(info);
        });
  }

  /**
   * Breaks the hold on a name: its holder loses the lease, and the next one that waits gets the
   * name. The holder may go on for a moment before it knows.
   *
   * @param reason why, for the store's record, the log and the audit event {@code HOLDFAST_BREAK}
   */
  @DeleteOperation
  public WebEndpointResponse<Map<String, Object>> breakHold(
      SecurityContext security,
      String reason,
      @Selector(match = Match.ALL_REMAINING) String... name) {
    return answer(
        () -> {
          String lock = joined(name);
          checkReason(reason);
          try {
            boolean broken = breakHold(lock, reason);
            tell(
                security.getPrincipal(),
                lock,
                reason,
                broken ? "the hold was broken" : "there was no hold to break",
                Map.of("broken", broken));
            return Map.of("name", lock, "broken", broken);
          } catch (StoreException unknown) {
            // It may have been broken all the same, as the message says.
            String error = String.valueOf(unknown.getMessage());
            tell(security.getPrincipal(), lock, reason, error, Map.of("error", error));
            throw unknown;
          }
        });
  }

  /** The store keeps the reason, where it can. */
  private boolean breakHold(String lock, String reason) {
    try {
      return client.breakHold(lock, reason);
    } catch (UnsupportedOperationException noRecord) {
      return client.breakHold(lock);
    }
  }

  private void tell(
      @Nullable Principal principal,
      String lock,
      String reason,
      String outcome,
      Map<String, Object> result) {
    String who = principal == null ? "anonymous" : principal.getName();
    LOG.log(
        System.Logger.Level.WARNING,
        () ->
            "a break of '"
                + lock
                + "' was asked for by "
                + who
                + " through the endpoint of the actuator, for this reason: "
                + reason
                + "; "
                + outcome);
    Map<String, Object> data = new LinkedHashMap<>(result);
    data.put("name", lock);
    data.put("reason", reason);
    events.publishEvent(new AuditApplicationEvent(who, "HOLDFAST_BREAK", data));
  }

  private static void checkReason(String reason) {
    if (reason.isBlank()
        || reason.length() > LONGEST_REASON
        || reason.chars().anyMatch(Character::isISOControl)) {
      throw new IllegalArgumentException(
          "the reason has to be one line of 1 to "
              + LONGEST_REASON
              + " characters; no hold was broken");
    }
  }

  private static String joined(String... name) {
    return String.join("/", name);
  }

  private static WebEndpointResponse<Map<String, Object>> answer(
      Supplier<Map<String, Object>> asked) {
    try {
      return new WebEndpointResponse<>(asked.get());
    } catch (IllegalArgumentException refused) {
      return failed(refused, WebEndpointResponse.STATUS_BAD_REQUEST);
    } catch (StoreException unknown) {
      return failed(unknown, UNAVAILABLE);
    }
  }

  private static WebEndpointResponse<Map<String, Object>> failed(RuntimeException why, int status) {
    return new WebEndpointResponse<>(Map.of("error", String.valueOf(why.getMessage())), status);
  }
}
