package com.example.prices

import org.springframework.boot.autoconfigure.SpringBootApplication
import org.springframework.boot.runApplication

/** Prices that one instance at a time asks for. */
@SpringBootApplication
class PricesApplication

fun main(args: Array<String>) {
    runApplication<PricesApplication>(*args)
}
