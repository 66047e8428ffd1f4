package io.tributary.backend.batch;

import io.tributary.backend.catalog.TableLookup;
import io.tributary.engine.port.TableEngine;

/**
 * Where batches are committed.
 *
 * @param tables as they are defined now
 * @param lanes the turns to commit into them
 */
public record CommitTarget(TableEngine engine, TableLookup tables, TableLanes lanes) {}
