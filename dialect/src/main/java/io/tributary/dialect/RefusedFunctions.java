package io.tributary.dialect;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Functions that MySQL or Doris has and this version has not: they are refused with 1235 and their name, where a name
 * that nobody has is 1305.
 */
final class RefusedFunctions {
    private static final Set<String> MYSQL = words(
            // encryption, compression, what is not deterministic or of the server
            "aes_decrypt aes_encrypt compress decode des_decrypt des_encrypt encode encrypt old_password password",
            "random_bytes uncompress uncompressed_length validate_password_strength statement_digest",
            "statement_digest_text benchmark sleep load_file name_const uuid_short master_pos_wait source_pos_wait",
            "wait_for_executed_gtid_set wait_until_sql_thread_after_gtids gtid_subset gtid_subtract get_lock",
            "is_free_lock is_used_lock release_lock release_all_locks format_bytes format_pico_time icu_version",
            "ps_current_thread_id ps_thread_id roles_graphml current_role",
            // of the session: beside a table, or in an expression
            "charset coercibility collation connection_id current_user found_rows last_insert_id row_count session_user",
            "system_user user version default values",
            // text
            "regexp_instr weight_string inet6_aton inet6_ntoa is_ipv4_compat is_ipv4_mapped is_ipv6 match",
            "extractvalue updatexml interval",
            // time
            "get_format",
            // JSON
            "json_append json_merge json_pretty json_schema_valid json_schema_validation_report json_search",
            "json_storage_free json_storage_size json_table",
            // geometry
            "geomcollection geometrycollection geomcollfromtext geomcollfromwkb geometryfromtext geometryfromwkb",
            "linestring linefromtext linestringfromtext mbrcontains mbrcoveredby mbrcovers mbrdisjoint mbrequals",
            "mbrintersects mbroverlaps mbrtouches mbrwithin multilinestring multipoint multipolygon point polygon",
            "pointfromtext polyfromtext astext asbinary asgeojson geomfromtext");

    private static final Set<String> DORIS = words(
            // aggregates
            "approx_top_k approx_top_sum avg_weighted collect_list collect_set corr count_by_enum covar covar_samp entropy",
            "group_array_intersect group_array_union group_bit_and group_bit_or group_bit_xor group_bitmap_xor histogram",
            "hist intersect_count kurt kurt_pop kurtosis linear_histogram map_agg max_by median min_by multi_distinct_count",
            "multi_distinct_sum percentile percentile_approx percentile_approx_weighted percentile_array percentile_reservoir",
            "regr_intercept regr_slope retention sequence_count sequence_match skew skew_pop skewness sum0 topn topn_array",
            "topn_weighted window_funnel",
            // bitmaps, sketches, arrays, maps
            "to_bitmap to_bitmap_with_check sub_bitmap to_quantile_state",
            "countequal explode explode_outer posexplode posexplode_outer split_by_char split_by_regexp split_by_string",
            "sequence struct named_struct map cosine_distance inner_product l1_distance l2_distance tokenize",
            // text
            "append_trailing_char_if_absent auto_partition_name char_to_bytes count_substrings domain",
            "domain_without_www extract_url_parameter format_number initcap mask mask_first_n mask_last_n",
            "md5sum money_format murmur_hash3_32 murmur_hash3_64 ngram_search overlay parse_url protocol",
            "random regexp regexp_count regexp_extract regexp_extract_all regexp_extract_or_null regexp_replace_one",
            "replace_empty sm3 sm3sum sm4_decrypt sm4_encrypt split_part str_to_map strleft strright sub_replace",
            "top_level_domain translate trim_in ltrim_in rtrim_in unicode_normalize url_decode url_encode",
            "xpath_string xxhash_32 xxhash_64",
            "int_to_uuid uuid_to_int uuid_numeric is_valid_utf8 multi_match multi_match_any",
            "multi_search_all_positions cut_to_first_significant_subdomain first_significant_subdomain",
            // numbers
            "acosh asinh atanh bin_to_num bit_shift_left bit_shift_right bit_test bitand bitnot bitor bitxor",
            "cbrt cosh csc dceil dexp dfloor dlog1 dlog10 dpow dround dsqrt e factorial fmod fpow gcd",
            "isinf isnan lcm negative normal_cdf pmod positive quantile_percent quantile_state_empty running_difference sec",
            "signbit sinh tanh width_bucket",
            // time
            "convert_to_utc_timestamp date_ceil date_floor date_trunc datev2 datetimev2 day_ceil day_floor days_add",
            "days_diff days_sub from_iso8601_date from_microsecond from_millisecond from_second hour_ceil hour_floor",
            "hours_add hours_diff hours_sub last_query_id microsecond_timestamp",
            "microseconds_add microseconds_diff microseconds_sub millisecond_timestamp milliseconds_add milliseconds_diff",
            "milliseconds_sub minute_ceil minute_floor minutes_add minutes_diff minutes_sub month_ceil month_floor months_add",
            "months_between months_diff months_sub next_day previous_day quarter_ceil quarter_floor quarters_add",
            "quarters_sub second_ceil second_floor second_timestamp seconds_add seconds_diff seconds_sub timestamp_trunc",
            "to_datev2 to_iso8601 to_monday week_ceil week_floor weeks_add weeks_diff weeks_sub year_ceil year_floor",
            "year_of_week yow years_add years_diff years_sub",
            // JSON
            "get_json_bigint get_json_double get_json_int get_json_string json_exists_path json_extract_bigint",
            "json_extract_bool json_extract_double json_extract_int json_extract_isnull json_extract_largeint",
            "json_extract_no_quotes json_extract_string json_hash json_parse json_parse_error_to_null",
            "json_parse_error_to_value normalize_json_numbers_to_double sort_json_object_keys variant_type",
            // of the server
            "convert_to current_catalog encryptkeyref esquery grouping_id http_stream numbers s3 hdfs local backends",
            "frontends jobs tasks query mv_infos catalogs partitions partition_values xor try_cast");

    /** Families with many members: geometry, bitmaps, sketches, arrays, maps, the binary form of JSON. */
    private static final Pattern FAMILIES = Pattern.compile(
            "(st|bitmap|orthogonal_bitmap|hll|quantile|array|map|struct|explode|jsonb|asymmetric|create_asymmetric|create_dh|"
                    + "group_replication|version_tokens|keyring|audit_log|mysql_firewall|ai|embed|agg_state|multi_distinct)_\\w+");

    private RefusedFunctions() {}

    /** Whether somebody may expect it. */
    static boolean contains(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return MYSQL.contains(lower)
                || DORIS.contains(lower)
                || FAMILIES.matcher(lower).matches();
    }

    private static Set<String> words(String... lines) {
        return Set.of(String.join(" ", lines).split(" ", -1));
    }
}
