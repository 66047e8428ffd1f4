@org.jspecify.annotations.NullMarked
package io.tributary.contract.health;
