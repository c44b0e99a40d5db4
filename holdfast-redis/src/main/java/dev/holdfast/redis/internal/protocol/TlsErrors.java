package dev.holdfast.redis.internal.protocol;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import javax.net.ssl.SSLException;

/** Why TLS did not come about, in words for the person that can fix it. Retries do not help. */
@SuppressWarnings("ImmutableEnumChecker") // the predicates have no state
enum TlsErrors {
  EXPIRED(
      error ->
          error instanceof CertificateExpiredException
              || error instanceof CertificateNotYetValidException,
      "the server's certificate is not valid now: renew it, or set this machine's clock right"),
  NAME(
      // The JDK has no exception of its own for this.
      error ->
          error instanceof CertificateException
              && (says(error, "No subject alternative") || says(error, "No name matching")),
      "the server's certificate is not for this host: use a name or an address that it lists as a"
          + " subject alternative name, or give the server one that lists this"),
  UNTRUSTED(
      error -> error instanceof CertPathValidatorException || says(error, "PKIX path"),
      "no authority that is trusted here has signed the server's certificate: name one, as in"
          + " rediss://host?ca=/path/ca.pem"),
  CLIENT(
      error ->
          error instanceof SSLException
              && List.of(
                      "certificate_required",
                      "bad_certificate",
                      "unknown_ca",
                      "certificate_unknown",
                      "certificate_expired",
                      "handshake_failure",
                      "access_denied")
                  .stream()
                  .anyMatch(alert -> says(error, "alert: " + alert)),
      "the server wants a certificate of the client, and one of an authority that it trusts: show"
          + " it, as in rediss://host?cert=/path/client.crt&key=/path/client.key"),
  NOT_SPOKEN(
      // The JDK's words, and the exception of Netty, which is not at hand here.
      error ->
          error instanceof SSLException
              && (says(error, "Unsupported or unrecognized SSL message")
                  || says(error, "not an SSL/TLS record")),
      "what listens on this port does not speak TLS: use the server's tls-port, or redis://");

  private static final int DEEPEST = 10;

  private final Predicate<Throwable> sign;
  private final String advice;

  TlsErrors(Predicate<Throwable> sign, String advice) {
    this.sign = sign;
    this.advice = advice;
  }

  /** What it is if one of a chain of exceptions tells. */
  static Optional<TlsErrors> in(Throwable error) {
    for (TlsErrors trouble : values()) {
      if (any(error, trouble.sign)) {
        return Optional.of(trouble);
      }
    }
    return Optional.empty();
  }

  String advice() {
    return advice;
  }

  /**
   * What to look at when a connection was cut or ignored at its very beginning, which a server with
   * and a client without TLS do to each other; empty if that is not what happened.
   *
   * @param store the store's URL
   */
  static String guess(String store, Throwable error) {
    boolean cut = any(error, at -> at instanceof IOException && isCut(at)) || says(error, "closed");
    boolean silence =
        any(
            error,
            at ->
                at instanceof SocketTimeoutException
                    || says(at, "handshake timed out")
                    || ConnectErrors.isSilence(at));
    if (store.matches("redis(\\+[a-z]+)?://.*")) {
      return cut ? "does this port want TLS? then it is rediss://" : "";
    }
    if (!store.matches("rediss(\\+[a-z]+)?://.*")) {
      return "";
    }
    return cut
        ? "does this port speak TLS? and if the server wants a certificate of its clients, give it"
            + " one that it accepts, with ?cert=… and &key=…"
        : silence ? "does this port speak TLS?" : "";
  }

  private static boolean isCut(Throwable error) {
    return says(error, "reset") || says(error, "Broken pipe") || says(error, "terminated");
  }

  private static boolean any(Throwable error, Predicate<Throwable> sign) {
    int depth = 0;
    for (Throwable at = error; at != null && depth < DEEPEST; at = at.getCause(), depth++) {
      if (sign.test(at)) {
        return true;
      }
    }
    return false;
  }

  private static boolean says(Throwable error, String words) {
    return error.getMessage() != null && error.getMessage().contains(words);
  }
}
