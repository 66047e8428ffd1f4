package io.tributary.test.client;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A test of each {@link JdbcDriver} with each {@link Server} of {@link SharedServers}, which its class is extended with. */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@ParameterizedTest
@MethodSource("io.tributary.test.client.SharedServers#withJdbcDrivers")
@interface EachJdbcDriver {}
