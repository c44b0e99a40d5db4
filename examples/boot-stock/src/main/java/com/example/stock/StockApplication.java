package com.example.stock;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** {@code POST /stock/{item}?take=2}. */
@SpringBootApplication
@RestController
public class StockApplication {
  private final Stock stock;

  public StockApplication(Stock stock) {
    this.stock = stock;
  }

  public static void main(String[] args) {
    SpringApplication.run(StockApplication.class, args);
  }

  /** What is left. */
  @PostMapping("/stock/{item}")
  public int take(@PathVariable String item, @RequestParam int take) {
    return stock.take(item, take);
  }
}
