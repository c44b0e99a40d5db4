/** What differs in Spring Boot 3.5: the types of health indicators, which have moved since. */
@NullMarked
package dev.holdfast.spring.boot3;

import org.jspecify.annotations.NullMarked;
