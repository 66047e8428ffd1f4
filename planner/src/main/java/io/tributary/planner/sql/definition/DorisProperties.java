package io.tributary.planner.sql.definition;

import java.util.List;
import java.util.Set;

/**
 * The properties of tables that Apache Doris or this server knows by name. Most of Doris' are about how it keeps rows, and are kept
 * and shown here without any effect; a name that neither knows is a mistake that nobody would see.
 *
 * @see <a href="https://doris.apache.org/docs/sql-manual/sql-statements/table-and-view/table/CREATE-TABLE">CREATE TABLE</a>
 */
public final class DorisProperties {
    private static final Set<String> NAMES = Set.of(
            "auto_bucket",
            "bloom_filter_columns",
            "bloom_filter_fpp",
            "colocate_with",
            "compaction_policy",
            "compression",
            "default.replication_allocation",
            "disable_auto_compaction",
            "dynamic_schema",
            "enable_delete_on_delete_predicate",
            "enable_mow_light_delete",
            "enable_single_replica_compaction",
            "enable_unique_key_merge_on_write",
            "enable_unique_key_skip_bitmap_column",
            "estimate_partition_size",
            "file_cache_ttl_seconds",
            "in_memory",
            "inverted_index_storage_format",
            "is_being_synced",
            "light_schema_change",
            "min_load_replica_num",
            "partition.retention_count",
            "replication_allocation",
            "replication_num",
            "row_store_columns",
            "row_store_page_size",
            "row_ttl",
            "row_ttl_column",
            "row_ttl_time_zone",
            "skip_write_index_on_load",
            "storage_cooldown_time",
            "storage_dict_page_size",
            "storage_format",
            "storage_medium",
            "storage_page_size",
            "storage_policy",
            "store_row_column",
            "tablet_type",
            "version_info");

    /** Each is checked, or has no effect, as one. */
    private static final List<String> PREFIXES = List.of(
            "binlog.", "dynamic_partition.", "function_column.", "time_series_compaction_", "time_series.", "variant_");

    private DorisProperties() {}

    public static boolean isKnown(String name) {
        return NAMES.contains(name) || PREFIXES.stream().anyMatch(name::startsWith);
    }
}
