package com.example.prices

import dev.holdfast.spring.CurrentLease
import dev.holdfast.spring.Locked
import org.springframework.stereotype.Service

/** Prices, each with the token of the lock under which it was asked for. */
@Service
class Prices(private val supplier: Supplier) {
    /** Waits without a thread, and is alone until it returns, on whatever threads it runs. */
    @Locked("price:#{#item}")
    suspend fun refresh(item: String): Price {
        val price = supplier.price(item)
        return Price(item, price, CurrentLease.get().token())
    }

    /** Null if another instance is at it. */
    @Locked(name = "price:#{#item}", waitAtMost = "0", otherwise = Locked.Otherwise.SKIP)
    suspend fun refreshIfFree(item: String): Price? =
        Price(item, supplier.price(item), CurrentLease.get().token())
}

data class Price(val item: String, val price: Int, val token: Long)
