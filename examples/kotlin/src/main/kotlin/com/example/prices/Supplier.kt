package com.example.prices

import kotlinx.coroutines.delay
import org.springframework.stereotype.Component

/** A service elsewhere, which takes its time. */
@Component
class Supplier {
    suspend fun price(item: String): Int {
        delay(20)
        return item.length
    }
}
