package com.example.prices

import dev.holdfast.Holdfast
import dev.holdfast.spring.boot.test.AutoConfigureHoldfast
import kotlin.test.assertEquals
import kotlin.test.assertNotNull
import kotlin.test.assertNull
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.async
import kotlinx.coroutines.awaitAll
import kotlinx.coroutines.runBlocking
import org.junit.jupiter.api.Test
import org.springframework.beans.factory.annotation.Autowired
import org.springframework.boot.test.context.SpringBootTest

/** Without Redis: locks in memory. */
@SpringBootTest
@AutoConfigureHoldfast
class PricesTest {
    @Autowired lateinit var prices: Prices
    @Autowired lateinit var holdfast: Holdfast

    @Test
    fun eachRefreshHasItsOwnToken() = runBlocking {
        val refreshed = List(8) { async(Dispatchers.Default) { prices.refresh("lamp") } }.awaitAll()
        assertEquals(8, refreshed.map { it.token }.distinct().size)
    }

    @Test
    fun whatAnotherRefreshesIsSkipped() = runBlocking {
        holdfast.mutex("price:desk").acquire().use { assertNull(prices.refreshIfFree("desk")) }
        assertNotNull(prices.refreshIfFree("desk"))
        Unit
    }
}
