package io.tributary.test.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A rule by which MySQL 8 documents another answer than MariaDB gives: MariaDB's values, changed by it, must be ours to the
 * letter.
 *
 * @param name as it is counted, and as docs/mysql-rules.md has it
 * @param manual which page of MySQL's manual says so
 * @param query of such queries
 * @param change MariaDB's value to MySQL's
 * @param both whether ours are changed as well: which of them have another form nobody sees
 */
record Excuse(String name, String manual, Pattern query, Change change, boolean both) {
    /** Gives what MySQL has where MariaDB has this text. */
    interface Change {
        @Nullable
        String apply(String text);
    }

    private static final List<Excuse> ALL = List.of(
            new Excuse(
                    "JSON has a normal form",
                    "11.5, Normalization, Merging, and Autowrapping of JSON Values: names once, sorted, a blank behind , and :",
                    Pattern.compile("JSON_|->|\\bj\\b|\\*"),
                    JsonForm::normal),
            new Excuse(
                    "names in JSON are sorted",
                    "11.5, Normalization, Merging, and Autowrapping of JSON Values",
                    Pattern.compile("JSON_KEYS"),
                    JsonForm::sorted),
            new Excuse(
                    "moments in JSON have six digits",
                    "14.17.2, JSON_ARRAY: its example has \"11:30:24.000000\"",
                    Pattern.compile("JSON_"),
                    JsonForm::withMicroseconds),
            new Excuse(
                    "TIME ends at 838:59:59",
                    "13.2.3, The TIME Type: the range is '-838:59:59.000000' to '838:59:59.000000'",
                    Pattern.compile("TIME"),
                    text -> text.matches("-?838:59:59[.]9+")
                            ? text.substring(0, text.indexOf('.'))
                                    + text.substring(text.indexOf('.')).replace('9', '0')
                            : text),
            new Excuse(
                    "text and INTERVAL have no empty fraction",
                    "14.7, DATE_ADD: its example gives '2021-01-01 00:00:00'",
                    Pattern.compile("INTERVAL|TIMESTAMPADD"),
                    text -> text.endsWith(".000000") ? text.substring(0, text.length() - 7) : text),
            new Excuse(
                    "dates begin in year 1",
                    "13.2.2: the range is '1000-01-01' to '9999-12-31'",
                    Pattern.compile("INTERVAL|TIMESTAMPADD|SUBDATE"),
                    text -> text.startsWith("0000-") ? null : text),
            new Excuse(
                    "bytes that are no UTF-8 are no text",
                    "sql/item_timefunc.cc, Item_typecast_char::val_str: NULL in a strict mode",
                    Pattern.compile("CHAR|USING utf8mb4"),
                    text -> text.contains("?") ? null : text),
            ofBoth(
                    "a DECIMAL in a column of texts has its digits",
                    "14.24.2: DECIMAL(M, D) has D digits",
                    Pattern.compile("UNION|INTERSECT|EXCEPT"),
                    text -> text.replaceFirst("^(-?\\d+)(?:[.]0+|([.]\\d*?)0+)$", "$1$2")),
            ofBoth(
                    "statistics are DOUBLE",
                    "14.19.1: \"DOUBLE\" results for other functions than SUM and AVG, whose last digits depend on the order of rows",
                    Pattern.compile("STD|VAR"),
                    text -> text.replaceAll("([.]\\d{8})\\d+", "$1")),
            ofBoth(
                    "a DOUBLE in JSON has a point",
                    "sql-common/json_dom.cc, Json_wrapper::to_string",
                    Pattern.compile("JSON_"),
                    text -> text.replaceAll("([\\[: ]-?\\d+)[.]0(?=[,}\\]])", "$1")),
            ofBoth(
                    "the least and the greatest condition are integers in JSON",
                    "sql/item_json_func.cc, val_json_func_field_subselect: a BOOLEAN is what is_bool_func()",
                    Pattern.compile("JSON_.*M(?:IN|AX)\\("),
                    text -> text.replaceAll("\\btrue\\b", "1").replaceAll("\\bfalse\\b", "0")),
            ofBoth(
                    "integers of both signs are integers",
                    "sql/item.cc, Item::aggregate_type",
                    Pattern.compile("ROUND|TRUNCATE"),
                    text -> text.replaceFirst("^(-?\\d+)[.]0+$", "$1")));

    private static Excuse ofBoth(String name, String manual, Pattern query, Change change) {
        return new Excuse(name, manual, query, change, true);
    }

    private Excuse(String name, String manual, Pattern query, Change change) {
        this(name, manual, query, change, false);
    }

    /** Returns the rule by which ours is MySQL's answer, where MariaDB's is another. */
    static Optional<Excuse> of(String query, Answer.Rows ours, Answer.Rows theirs, boolean ordered) {
        return PeerFault.explains(query, ours, theirs)
                ? Optional.of(CUT)
                : ALL.stream()
                        .filter(each -> each.query.matcher(query).find()
                                && Comparison.same(
                                        each.both ? each.changed(ours) : ours, each.changed(theirs), ordered))
                        .findFirst();
    }

    /** Where the rows differ by what MariaDB's temporary tables have made of them. */
    private static final Excuse CUT = new Excuse(
            "values are not cut",
            "13.1.1, 13.3.1: a value has the digits and characters of its type",
            Pattern.compile(""),
            text -> text);

    /** Returns the names of all rules. */
    static List<String> names() {
        return Stream.concat(ALL.stream(), Stream.of(CUT)).map(Excuse::name).toList();
    }

    private Answer.Rows changed(Answer.Rows theirs) {
        List<List<@Nullable String>> rows = new ArrayList<>();
        for (List<@Nullable String> row : theirs.rows()) {
            List<@Nullable String> changed = new ArrayList<>();
            for (String value : row) {
                changed.add(value == null ? null : change.apply(value));
            }
            rows.add(changed);
        }
        return new Answer.Rows(rows, theirs.tolerances());
    }
}
