package dev.holdfast.spring.boot;

import dev.holdfast.StoreException;
import dev.holdfast.spi.DaemonThreads;
import dev.holdfast.spi.Diagnosis;
import dev.holdfast.spi.Finding;
import dev.holdfast.spring.boot.HoldfastProperties.Doctor;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import org.springframework.context.SmartLifecycle;

/**
 * Looks at the store once, when the application starts: {@code holdfast.doctor}.
 *
 * <p>With {@code warn} that is done in the background, so that a store that is slow or down delays
 * no start. With {@code fail} the start waits for it, and fails for a problem.
 */
final class StoreDoctor implements SmartLifecycle {
  /** After connection factories, which are at 0, and before web servers. */
  private static final int PHASE = 600;

  private static final System.Logger LOG = System.getLogger(StoreDoctor.class.getName());

  private final Doctor doctor;
  private final Supplier<Diagnosis> diagnosis;
  private boolean looked;
  private volatile boolean running;

  StoreDoctor(Doctor doctor, Supplier<Diagnosis> diagnosis) {
    this.doctor = doctor;
    this.diagnosis = diagnosis;
  }

  @Override
  public void start() {
    running = true;
    if (looked) {
      return; // a context that was stopped and is started again
    }
    looked = true;
    if (doctor == Doctor.FAIL) {
      lookOrFail();
    } else if (doctor == Doctor.WARN) {
      DaemonThreads.start("holdfast-doctor", this::look);
    }
  }

  private void lookOrFail() {
    Diagnosis seen = diagnosis.get();
    List<Finding> problems = findings(seen, Finding.Level.PROBLEM);
    if (!problems.isEmpty()) {
      throw new StoreProblemException(seen.store(), problems);
    }
    warn(seen);
  }

  private void look() {
    try {
      warn(diagnosis.get());
    } catch (StoreException down) {
      LOG.log(
          System.Logger.Level.WARNING,
          "holdfast.doctor: the store could not be looked at when the application started: "
              + down.getMessage());
    } catch (RuntimeException | Error unexpected) {
      if (running) { // else the store was closed meanwhile
        LOG.log(System.Logger.Level.WARNING, "holdfast.doctor: the look has failed", unexpected);
      }
    }
  }

  private static void warn(Diagnosis seen) {
    findings(seen, Finding.Level.WARNING)
        .forEach(
            finding ->
                LOG.log(
                    System.Logger.Level.WARNING,
                    "holdfast.doctor: " + seen.store() + ": " + sentence(finding)));
  }

  private static List<Finding> findings(Diagnosis seen, Finding.Level least) {
    return seen.findings().stream()
        .filter(finding -> finding.level().compareTo(least) >= 0)
        .toList();
  }

  /** One finding on a line. */
  static String sentence(Finding finding) {
    return finding.level().name().toLowerCase(Locale.ROOT)
        + ": "
        + finding.subject()
        + ": "
        + finding.seen()
        + ": "
        + finding.meaning()
        + (finding.advice().isEmpty() ? "" : "; to do: " + finding.advice());
  }

  @Override
  public void stop() {
    running = false;
  }

  @Override
  public boolean isRunning() {
    return running;
  }

  @Override
  public int getPhase() {
    return PHASE;
  }

  /** A pause changes nothing of what was seen. */
  @Override
  public boolean isPauseable() {
    return false;
  }
}
