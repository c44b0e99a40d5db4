package dev.holdfast.redis.lettuce;

import dev.holdfast.redis.RedlockStampTests;
import org.junit.jupiter.api.Tag;

/** Stamps that are proposed to a member of a quorum, through Lettuce. */
@Tag("rest")
class LettuceRedlockStampTest extends RedlockStampTests {}
