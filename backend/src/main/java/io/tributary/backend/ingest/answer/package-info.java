@org.jspecify.annotations.NullMarked
package io.tributary.backend.ingest.answer;
