package dev.holdfast.redis.jedis;

import dev.holdfast.redis.RedisTlsTopologyTests;
import org.junit.jupiter.api.Tag;

/** TLS to Sentinels and to a cluster, through Jedis. */
@Tag("rest")
class JedisTlsTopologyTest extends RedisTlsTopologyTests {}
