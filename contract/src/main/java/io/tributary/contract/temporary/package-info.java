/** Tables that one session alone sees, and what they are called where all tables are. */
@org.jspecify.annotations.NullMarked
package io.tributary.contract.temporary;
