package com.example.prices

import dev.holdfast.Holdfast
import dev.holdfast.LeaseLostException
import dev.holdfast.spring.CurrentLease
import dev.holdfast.spring.EnableHoldfast
import dev.holdfast.spring.Locked
import dev.holdfast.spring.LockedMethodException
import dev.holdfast.spring.ReactiveCurrentLease
import dev.holdfast.spring.RunOnce
import dev.holdfast.spring.boot.test.AutoConfigureHoldfast
import dev.holdfast.spring.boot.test.HoldfastTestSupport
import java.util.concurrent.CompletableFuture
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertFalse
import kotlin.test.assertNotEquals
import kotlin.test.assertNull
import kotlin.test.assertTrue
import kotlinx.coroutines.CompletableDeferred
import kotlinx.coroutines.CoroutineStart
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.NonCancellable
import kotlinx.coroutines.async
import kotlinx.coroutines.awaitCancellation
import kotlinx.coroutines.coroutineScope
import kotlinx.coroutines.flow.Flow
import kotlinx.coroutines.flow.flow
import kotlinx.coroutines.flow.toList
import kotlinx.coroutines.launch
import kotlinx.coroutines.reactor.awaitSingle
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withContext
import kotlinx.coroutines.withTimeout
import kotlinx.coroutines.yield
import org.junit.jupiter.api.Test
import org.springframework.beans.factory.annotation.Autowired
import org.springframework.boot.test.context.SpringBootTest
import org.springframework.context.annotation.AnnotationConfigApplicationContext
import org.springframework.context.annotation.Bean
import org.springframework.stereotype.Component

/** What the lock of a suspending function does, with functions that tests steer. */
@SpringBootTest
@AutoConfigureHoldfast
class SuspendingTest {
    @Autowired lateinit var shop: Shop
    @Autowired lateinit var holdfast: Holdfast
    @Autowired lateinit var locks: HoldfastTestSupport

    private fun isTaken() = holdfast.inspect("shop").isHeld

    private fun test(body: suspend kotlinx.coroutines.CoroutineScope.() -> Unit) = runBlocking {
        withTimeout(30_000, body)
    }

    /** A release is asked for where the body has ended, and has come when the name is free. */
    private suspend fun awaitFree() {
        while (isTaken()) yield()
    }

    @Test
    fun itIsHeldAcrossSuspensionsOnEveryThread() = test {
        val begun = CompletableDeferred<Unit>()
        val goOn = CompletableDeferred<Unit>()
        val tokens = mutableListOf<Long>()
        val threads = mutableSetOf<Thread>()
        val result = async {
            shop.run {
                tokens += CurrentLease.get().token()
                threads += Thread.currentThread()
                begun.complete(Unit)
                goOn.await()
                tokens += CurrentLease.get().token()
                withContext(Dispatchers.IO) {
                    threads += Thread.currentThread()
                    tokens += CurrentLease.get().token()
                    tokens += ReactiveCurrentLease.get().awaitSingle().token()
                }
                assertTrue(isTaken())
                "done"
            }
        }
        begun.await()
        assertTrue(isTaken())
        assertTrue(CurrentLease.find().isEmpty)
        goOn.complete(Unit)
        assertEquals("done", result.await())
        assertFalse(isTaken())
        assertEquals(1, tokens.distinct().size)
        assertEquals(4, tokens.size)
        assertEquals(2, threads.size)
        assertTrue(CurrentLease.find().isEmpty)
    }

    @Test
    fun anExceptionReleasesAndComesOut() = test {
        val failed =
            assertFailsWith<IllegalStateException> {
                shop.run {
                    yield()
                    throw IllegalStateException("own")
                }
            }
        assertEquals("own", failed.message)
        assertFalse(isTaken())
    }

    @Test
    fun aCancellationReleasesWhenTheBodyHasEnded() = test {
        val begun = CompletableDeferred<Unit>()
        val cleanUp = CompletableDeferred<Unit>()
        val token = CompletableDeferred<Pair<Long, Long>>()
        val call = launch {
            shop.run {
                try {
                    begun.complete(Unit)
                    awaitCancellation()
                } finally {
                    withContext(NonCancellable) {
                        cleanUp.await()
                        token.complete(CurrentLease.get().token() to shop.blocking())
                    }
                }
            }
        }
        begun.await()
        call.cancel()
        call.join()
        repeat(100) { yield() }
        assertTrue(isTaken(), "released while the body still ran")
        cleanUp.complete(Unit)
        val (own, joined) = token.await()
        assertEquals(own, joined, "what is called in the end of the body joins it")
        awaitFree()
    }

    @Test
    fun noThreadWaits() = test {
        val held = holdfast.mutex("shop").acquire()
        // On the one thread of this test.
        val result = async(start = CoroutineStart.UNDISPATCHED) { shop.run { "done" } }
        yield()
        assertTrue(result.isActive)
        assertEquals(1, holdfast.statistics().waiting())
        held.release()
        assertEquals("done", result.await())
    }

    @Test
    fun aCancelledWaitLeavesNothing() = test {
        val held = holdfast.mutex("shop").acquire()
        val call = launch(start = CoroutineStart.UNDISPATCHED) { shop.run { error("ran") } }
        call.cancel()
        call.join()
        held.release()
        assertFalse(isTaken())
    }

    @Test
    fun whatAnotherHoldsIsSkipped() = test {
        holdfast.mutex("shop").acquire().use {
            assertNull(shop.maybe { "ran" })
            shop.maybeDo { error("ran") }
        }
        assertEquals("ran", shop.maybe { "ran" })
        var ran = false
        shop.maybeDo { ran = true }
        assertTrue(ran)
    }

    @Test
    fun aJobRunsOnce() = test {
        var runs = 0
        shop.job { runs++ }
        shop.job { runs++ }
        assertEquals(1, runs)
        locks.free("job")
    }

    @Test
    fun aLossCancelsTheBody() = test {
        val begun = CompletableDeferred<Unit>()
        val cancelled = CompletableDeferred<Unit>()
        val call = async {
            runCatching {
                shop.run {
                    try {
                        begun.complete(Unit)
                        awaitCancellation()
                    } finally {
                        cancelled.complete(Unit)
                    }
                }
            }
        }
        begun.await()
        locks.lose("shop")
        assertTrue(call.await().exceptionOrNull() is LeaseLostException)
        cancelled.await()
    }

    @Test
    fun nestedCallsJoinAlsoInCoroutinesOfTheBody() = test {
        shop.run {
            val outer = CurrentLease.get().token()
            assertEquals(outer, shop.run { CurrentLease.get().token() })
            coroutineScope {
                val inner = async(Dispatchers.Default) { shop.run { CurrentLease.get().token() } }
                assertEquals(outer, inner.await())
                // A blocking method on a thread of the body joins, too.
                launch(Dispatchers.IO) { assertEquals(outer, shop.blocking()) }
            }
            assertEquals(outer, CurrentLease.get().token())
            ""
        }
        assertFalse(isTaken())
    }

    @Test
    fun anInnerLockOfAnotherNameIsTheCurrentOneMeanwhile() = test {
        shop.run {
            val outer = CurrentLease.get()
            shop.other {
                yield()
                assertEquals("other", CurrentLease.get().name())
                assertEquals(outer.token(), shop.run { CurrentLease.get().token() })
            }
            assertEquals(outer.name(), CurrentLease.get().name())
            ""
        }
        assertFalse(holdfast.inspect("other").isHeld)
    }

    @Test
    fun aFlowIsHeldWhileItIsCollected() = test {
        val numbers = shop.numbers { assertTrue(isTaken()) }
        assertFalse(isTaken())
        assertEquals(listOf(1, 2), numbers.toList())
        assertFalse(isTaken())
    }

    @Test
    fun oneIsAloneAmongMany() = test {
        var inside = 0
        var total = 0
        coroutineScope {
            repeat(20) {
                launch(Dispatchers.Default) {
                    repeat(10) {
                        shop.run {
                            assertEquals(1, ++inside)
                            yield()
                            total++
                            inside--
                            ""
                        }
                    }
                }
            }
        }
        assertEquals(200, total)
        assertFalse(isTaken())
    }

    @Test
    fun twoCallsHaveTwoLeases() = test {
        assertNotEquals(
            shop.run { CurrentLease.get().token() },
            shop.run { CurrentLease.get().token() },
        )
    }

    @Test
    fun whatCannotBeLockedFailsTheStart() {
        refused<Dishonest>("suspending function of Unit")
        refused<Later>("await it in the function")
        refused<Held>("HOLD is for methods that are done")
    }

    private inline fun <reified T : Any> refused(why: String) {
        AnnotationConfigApplicationContext().use { context ->
            context.register(Locks::class.java, T::class.java)
            val refused = assertFailsWith<LockedMethodException> { context.refresh() }
            assertTrue(refused.message!!.contains(why), refused.message)
            assertFalse(refused.message!!.contains("Continuation"), refused.message)
        }
    }

    @EnableHoldfast
    class Locks {
        @Bean fun holdfast(): Holdfast = Holdfast.connect("memory:")
    }

    open class Dishonest {
        @Locked(name = "x", otherwise = Locked.Otherwise.SKIP) open suspend fun run(): String = ""
    }

    open class Later {
        @Locked("x") open suspend fun run(): CompletableFuture<String> = CompletableFuture()
    }

    open class Held {
        @Locked(name = "x", activeTransaction = Locked.ActiveTransaction.HOLD)
        open suspend fun run() {}
    }
}

@Component
class Shop {
    @Locked("shop") suspend fun <T> run(body: suspend () -> T): T = body()

    @Locked("shop") fun blocking(): Long = CurrentLease.get().token()

    @Locked("other") suspend fun other(body: suspend () -> Unit) = body()

    @Locked(name = "shop", waitAtMost = "0", otherwise = Locked.Otherwise.SKIP)
    suspend fun maybe(body: suspend () -> String): String? = body()

    @Locked(name = "shop", waitAtMost = "0", otherwise = Locked.Otherwise.SKIP)
    suspend fun maybeDo(body: suspend () -> Unit) = body()

    @RunOnce(name = "job", atLeast = "1m") suspend fun job(body: suspend () -> Unit) = body()

    @Locked("shop")
    fun numbers(check: () -> Unit): Flow<Int> = flow {
        check()
        emit(1)
        emit(2)
    }
}
