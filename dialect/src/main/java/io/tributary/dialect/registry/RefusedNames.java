package io.tributary.dialect.registry;

import io.tributary.dialect.token.SessionFunction;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Functions that MySQL or Doris has and this version has not: they are refused with 1235 and their name, where a name
 * that nobody has is 1305.
 */
public final class RefusedNames {
    private static final Map<String, Set<String>> BY_REASON = new LinkedHashMap<>();

    static {
        because(
                "encryption and compression",
                "aes_decrypt aes_encrypt compress decode des_decrypt des_encrypt encode encrypt old_password password",
                "aes_decrypt_v2 aes_encrypt_v2 sm4_decrypt_v2 sm4_encrypt_v2 random_bytes uncompress uncompressed_length validate_password_strength sm3 sm3sum sm4_decrypt sm4_encrypt",
                "encryptkeyref");
        because(
                "of a server: its locks, replication, files and catalogs",
                "statement_digest statement_digest_text benchmark sleep load_file name_const uuid_short master_pos_wait",
                "source_pos_wait wait_for_executed_gtid_set wait_until_sql_thread_after_gtids gtid_subset gtid_subtract",
                "get_lock is_free_lock is_used_lock release_lock release_all_locks format_bytes format_pico_time",
                "icu_version ps_current_thread_id ps_thread_id roles_graphml current_catalog esquery",
                "http_stream numbers s3 hdfs local backends frontends jobs tasks query mv_infos catalogs partitions",
                "partition_values last_query_id auto_partition_name");
        because(
                "of the session and its texts, but for those calls without arguments that the session answers",
                ofSession(),
                "charset coercibility collation default values");
        because(
                "types that there are not: geometry, bitmaps, sketches, maps, structs",
                "geomcollection geometrycollection geomcollfromtext geomcollfromwkb geometryfromtext geometryfromwkb",
                "linestring linefromtext linestringfromtext mbrcontains mbrcoveredby mbrcovers mbrdisjoint mbrequals",
                "mbrintersects mbroverlaps mbrtouches mbrwithin multilinestring multipoint multipolygon point polygon",
                "pointfromtext polyfromtext astext asbinary asgeojson geomfromtext group_bitmap_xor intersect_count",
                "to_bitmap to_bitmap_with_check sub_bitmap to_quantile_state quantile_percent quantile_state_empty",
                "map_agg struct named_struct map str_to_map variant_type to_ipv4 to_ipv4_or_default to_ipv4_or_null",
                "to_ipv6 to_ipv6_or_default to_ipv6_or_null");
        because(
                "aggregates that nobody has written yet",
                "approx_top_k approx_top_sum avg_weighted count_by_enum entropy group_array_intersect group_array_union",
                "histogram hist linear_histogram percentile_approx_weighted percentile_array percentile_reservoir",
                "regr_intercept regr_slope retention sequence_count sequence_match topn topn_array topn_weighted",
                "window_funnel running_difference");
        because(
                "text and JSON, not written yet",
                "regexp_instr weight_string inet6_aton inet6_ntoa is_ipv4_compat is_ipv4_mapped is_ipv6 match",
                "extractvalue updatexml char_to_bytes domain domain_without_www money_format murmur_hash3_64",
                "ngram_search protocol regexp_extract_or_null replace_empty sub_replace top_level_domain",
                "unicode_normalize xpath_string xxhash_32 xxhash_64 int_to_uuid uuid_to_int uuid_numeric is_valid_utf8",
                "multi_match multi_match_any multi_search_all_positions cut_to_first_significant_subdomain",
                "first_significant_subdomain tokenize convert_to json_append json_pretty json_schema_valid",
                "json_schema_validation_report json_search json_storage_free json_storage_size json_table",
                "digital_masking format_round printf parse_data_size levenshtein is_ip_address_in_range",
                "ipv4_string_to_num_or_default ipv4_cidr_to_range ipv6_cidr_to_range ipv6_num_to_string ipv6_string_to_num",
                "ipv6_string_to_num_or_default ipv6_string_to_num_or_null is_ipv6_string json_parse_error_to_invalid",
                "json_parse_notnull json_parse_notnull_error_to_invalid json_parse_notnull_error_to_value",
                "json_parse_nullable json_parse_nullable_error_to_invalid json_parse_nullable_error_to_null",
                "json_parse_nullable_error_to_value json_extract_largeint json_hash normalize_json_numbers_to_double sort_json_object_keys");
        because(
                "numbers, times and arrays, not written yet",
                "acosh asinh atanh bin_to_num bit_test csc factorial fmod gcd isinf isnan lcm negative normal_cdf pmod",
                "positive sec signbit width_bucket convert_to_utc_timestamp datetimev2 from_iso8601_date timestamp_trunc",
                "to_datev2 posexplode posexplode_outer cosine_distance inner_product l1_distance l2_distance",
                "cosine_similarity nullable non_nullable ignore shuffle g bit_test_all crc32_internal add_time sub_time search score",
                "embed");
    }

    /** Families with many members: geometry, bitmaps, sketches, arrays, maps, the binary form of JSON. */
    private static final Pattern FAMILIES = Pattern.compile(
            "(st|bitmap|orthogonal_bitmap|hll|quantile|array|map|struct|explode|jsonb|asymmetric|create_asymmetric|create_dh|"
                    + "group_replication|version_tokens|keyring|audit_log|mysql_firewall|ai|embed|agg_state|multi_distinct)_\\w+");

    private RefusedNames() {}

    /** Whether somebody may expect it. */
    public static boolean contains(String name) {
        return isListed(name) || FAMILIES.matcher(name.toLowerCase(Locale.ROOT)).matches();
    }

    /** Whether it is refused by its own name and not as one of a family. */
    static boolean isListed(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return BY_REASON.values().stream().anyMatch(names -> names.contains(lower));
    }

    /** Returns those that are refused by their own names. */
    static Map<String, Set<String>> byReason() {
        return Collections.unmodifiableMap(BY_REASON);
    }

    /** What the table has itself is not among them. */
    private static String ofSession() {
        return SessionFunction.allNames().stream()
                .filter(name -> !SessionFunction.DATABASE.names().contains(name))
                .map(name -> name.toLowerCase(Locale.ROOT))
                .collect(Collectors.joining(" "));
    }

    private static void because(String reason, String... lines) {
        BY_REASON.put(reason, Set.of(String.join(" ", lines).split(" ", -1)));
    }
}
