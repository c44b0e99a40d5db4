package dev.holdfast.spring.boot;

import dev.holdfast.spi.StoreUrl;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

/** The properties of the client, and of locked methods. */
@ConfigurationProperties("holdfast")
final class HoldfastProperties {
  /**
   * URL of the store that locks are kept in, such as redis://localhost:6379. Unless it is set, the
   * store is reached through a bean of the application.
   */
  private @Nullable String url;

  /**
   * Bean that the store is reached through if there are several: redis, jdbc, zookeeper, etcd, or
   * the name of a bean.
   */
  private @Nullable String store;

  /**
   * Keeps applications apart that share a store. Up to 64 letters, digits, dots, underscores and
   * hyphens.
   */
  private @Nullable String namespace;

  /** Whether the application starts while the store cannot be reached. */
  private Startup startup = Startup.LAZY;

  /** Whether doctor looks at the store when the application starts, and what its findings do. */
  private Doctor doctor = Doctor.OFF;

  private final Locked locked = new Locked();

  private final Shutdown shutdown = new Shutdown();

  /** Whether the application starts while the store cannot be reached. */
  enum Startup {
    /** It does; the first use waits for the store within its own time. */
    LAZY,
    /** It does not. */
    REQUIRED
  }

  /** Whether doctor looks at the store when the application starts, and what its findings do. */
  enum Doctor {
    /** It does not. */
    OFF,
    /** It does, in the background; warnings and problems are logged. */
    WARN,
    /** It does; the application does not start where there is a problem, or no store. */
    FAIL
  }

  public @Nullable String getUrl() {
    return url;
  }

  public void setUrl(@Nullable String url) {
    this.url = url;
  }

  public @Nullable String getStore() {
    return store;
  }

  public void setStore(@Nullable String store) {
    this.store = store;
  }

  public @Nullable String getNamespace() {
    return namespace;
  }

  public void setNamespace(@Nullable String namespace) {
    this.namespace = namespace;
  }

  public Startup getStartup() {
    return startup;
  }

  public void setStartup(Startup startup) {
    this.startup = startup;
  }

  public Doctor getDoctor() {
    return doctor;
  }

  public void setDoctor(Doctor doctor) {
    this.doctor = doctor;
  }

  public Locked getLocked() {
    return locked;
  }

  public Shutdown getShutdown() {
    return shutdown;
  }

  @Override
  public String toString() {
    return "HoldfastProperties[url="
        + (url == null ? "" : StoreUrl.mask(url))
        + ", store="
        + store
        + ", namespace="
        + namespace
        + ", startup="
        + startup
        + ", doctor="
        + doctor
        + "]";
  }

  /** Settings of locked methods. */
  static final class Locked {
    /** How long a method with @Locked waits for its lock, unless it says so itself. */
    private Duration wait = Duration.ofSeconds(10);

    public Duration getWait() {
      return wait;
    }

    public void setWait(Duration wait) {
      this.wait = wait;
    }
  }

  /** Settings of the shutdown. */
  static final class Shutdown {
    /** How long a shutdown waits for leases that are still open, before it ends them. */
    private Duration wait = Duration.ofSeconds(5);

    public Duration getWait() {
      return wait;
    }

    public void setWait(Duration wait) {
      this.wait = wait;
    }
  }
}
