package dev.holdfast.redis.lettuce;

import dev.holdfast.redis.RedisTlsTopologyTests;
import org.junit.jupiter.api.Tag;

/** TLS to Sentinels and to a cluster, through Lettuce. */
@Tag("rest")
class LettuceTlsTopologyTest extends RedisTlsTopologyTests {}
