@org.jspecify.annotations.NullMarked
package io.tributary.rpc.health;
