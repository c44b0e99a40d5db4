package dev.holdfast.redis.lettuce;

import dev.holdfast.redis.CostTests;

/** What locks cost a server, through Lettuce. */
class LettuceCostTest extends CostTests {}
