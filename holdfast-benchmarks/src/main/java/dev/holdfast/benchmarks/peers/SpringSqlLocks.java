package dev.holdfast.benchmarks.peers;

import com.zaxxer.hikari.HikariDataSource;
import dev.holdfast.benchmarks.contender.Contender;
import dev.holdfast.benchmarks.contender.Section;
import dev.holdfast.benchmarks.contender.SqlContenders;
import org.springframework.integration.jdbc.lock.DefaultLockRepository;
import org.springframework.integration.jdbc.lock.JdbcLockRegistry;
import org.springframework.jdbc.support.JdbcTransactionManager;

/**
 * Spring Integration's lock registry in an SQL database, with its default settings but for the
 * insertion that its manual advises on PostgreSQL; without renewal, which favours it.
 */
final class SpringSqlLocks implements Contender {
  private final HikariDataSource pool;
  private final DefaultLockRepository repository;
  private final JdbcLockRegistry registry;

  SpringSqlLocks(String url, int threads) {
    pool = SqlContenders.pool(url, threads);
    repository = new DefaultLockRepository(pool);
    repository.setTransactionManager(new JdbcTransactionManager(pool));
    if (url.startsWith("jdbc:postgresql:")) {
      repository.setInsertQuery(repository.getInsertQuery() + " ON CONFLICT DO NOTHING");
    }
    repository.afterPropertiesSet();
    repository.afterSingletonsInstantiated();
    repository.start();
    registry = new JdbcLockRegistry(repository);
  }

  @Override
  public Section section(String name) {
    return new LockSection(registry.obtain(name));
  }

  @Override
  public void close() {
    repository.close();
    pool.close();
  }
}
