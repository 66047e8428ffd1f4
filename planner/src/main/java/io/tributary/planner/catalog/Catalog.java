package io.tributary.planner.catalog;

/** Where the planner finds what exists; implemented by the frontend's routing. Any thread. */
public interface Catalog {
    /** The newest snapshot this frontend knows. Never blocks. */
    CatalogSnapshot snapshot();
}
