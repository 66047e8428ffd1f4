package io.tributary.contract.calls;

/**
 * Where a catalog comes from. Both numbers are random; 0 where the backend does not tell.
 *
 * @param engineId of the data directory, made with it; a copy, or a backup that was restored, has the same
 * @param runId of the backend's process: versions of one run are compared, and of two runs the one heard of later counts
 */
public record CatalogOrigin(long engineId, long runId) {
    public static final CatalogOrigin UNKNOWN = new CatalogOrigin(0, 0);
}
