package io.tributary.dialect.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.ColumnType.Kind;
import io.tributary.contract.schema.SqlMode;
import io.tributary.dialect.compile.OneTable;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls of functions of text, JSON and arrays as the compiler sees them. */
class TextFunctionsTest {
    private static final OneTable TABLE = new OneTable(
            SqlMode.DEFAULT,
            Column.of("s", ColumnType.varchar(20), true),
            Column.of("long_s", ColumnType.of(Kind.STRING), true),
            Column.of("n", ColumnType.of(Kind.INT), true),
            Column.of("big", ColumnType.of(Kind.BIGINT), true),
            Column.of("b", ColumnType.of(Kind.VARBINARY), true),
            Column.of("j", ColumnType.of(Kind.JSON), true),
            Column.of("a", ColumnType.arrayOf(ColumnType.of(Kind.INT)), true),
            Column.of("w", ColumnType.arrayOf(ColumnType.varchar(10)), true));

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
            concat(s, n)                  | VARCHAR 31
            concat(s, long_s)             | STRING 0
            left(s, 3)                    | VARCHAR 20
            substring(s, n, n)            | VARCHAR 20
            substring_index(s, '.', 1)    | VARCHAR 20
            lpad(s, 30, '*')              | VARCHAR 30
            lpad(s, n, '*')               | STRING 0
            repeat(s, 3)                  | VARCHAR 60
            replace(s, 'a', 'bcd')        | VARCHAR 80
            hex(s)                        | VARCHAR 160
            hex(n)                        | VARCHAR 16
            unhex(s)                      | VARBINARY 0
            md5(b)                        | VARCHAR 32
            sha2(s, 256)                  | VARCHAR 128
            length(b)                     | BIGINT 0
            locate('a', s, n)             | BIGINT 0
            field(n, 1, 2)                | BIGINT 0
            starts_with(s, 'a')           | BIGINT 0
            elt(n, s, 'abc')              | VARCHAR 20
            convert(s USING binary)       | VARBINARY 0
            database()                    | VARCHAR 64
            json_extract(j, '$.a')        | JSON 0
            j->>'$.a'                     | STRING 0
            j['a']                        | JSON 0
            if(n, json_array(1), NULL)    | JSON 0
            coalesce(j, json_object())    | JSON 0
            json_length(j)                | BIGINT 0
            json_extract_int(j, '$.a')    | INT 0
            json_extract_double(j, '$.a') | DOUBLE 0
            json_extract_bool(j, '$.a')   | BIGINT 0
            a                             | ARRAY 0
            a[1]                          | INT 0
            w[1]                          | VARCHAR 10
            [1, 2.5]                      | ARRAY 2
            array_sum(a)                  | BIGINT 0
            array_sum([1.5])              | DECIMAL 38
            array_avg(a)                  | DOUBLE 0
            array_contains(a, 1)          | BIGINT 0
            array_max(w)                  | VARCHAR 10
            array_concat(a, [1])          | ARRAY 0
            array_join(w, ',')            | STRING 0
            split_by_string(s, ',')       | ARRAY 0
            sequence(3)                   | ARRAY 0
            """)
    void everyCallHasAType(String call, String type) {
        ColumnType found =
                TABLE.compiled("SELECT " + call + " FROM t").columns().get(0).type();
        assertThat(found.kind() + " " + found.length()).isEqualTo(type);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
            left('äbc', 2)                                | 'äb'
            left('abc', 18446744073709551615)             | 'abc'
            right('äbc', 2)                               | 'bc'
            right('abc', 0)                               | ''
            substring('Sakila', 3)                        | 'kila'
            substring('Sakila', 0)                        | ''
            substring('Sakila', 3, 2)                     | 'ki'
            substring('Sakila', 7)                        | ''
            substring_index('www.mysql.com', '.', 2)      | 'www.mysql'
            substring_index('abc', 'x', 1)                | 'abc'
            substring_index('abc', '', 1)                 | ''
            split_part('a.b.c', '.', 2)                   | 'b'
            split_part('a.b.c', '.', 4)                   | CAST(NULL AS VARCHAR)
            split_part('abc', '.', 1)                     | CAST(NULL AS VARCHAR)
            trim(BOTH 'ab' FROM 'ababxab')                | 'x'
            trim(LEADING 'a' FROM 'aaba')                 | 'ba'
            trim(TRAILING '' FROM 'a')                    | 'a'
            lpad('a', 4, 'xyz')                           | 'xyza'
            rpad('abc', 2, 'x')                           | 'ab'
            lpad('a', 5, '')                              | CAST(NULL AS VARCHAR)
            lpad('a', 99999999, 'x')                      | CAST(NULL AS VARCHAR)
            repeat('ab', 99999999)                        | CAST(NULL AS VARCHAR)
            concat('a', 1, TRUE)                          | 'a11'
            concat_ws('-', 'a', NULL, 'b')                | 'a-b'
            insert('Quadratic', 3, 4, 'What')             | 'QuWhattic'
            locate('bar', 'foobarbar', 5)                 | CAST(7 AS BIGINT)
            locate('', 'abc', 4)                          | CAST(0 AS BIGINT)
            locate('', 'abc', 5)                          | CAST(0 AS BIGINT)
            find_in_set('b', 'a,b,c')                     | CAST(2 AS BIGINT)
            find_in_set('', '')                           | CAST(0 AS BIGINT)
            find_in_set('a,b', 'a,b')                     | CAST(0 AS BIGINT)
            strcmp('a', 'b')                              | CAST(-1 AS BIGINT)
            count_substrings('aaa', 'aa')                 | CAST(1 AS BIGINT)
            ord('€')                                      | CAST(14844588 AS BIGINT)
            char(77, 121)                                 | CAST('\\x4d\\x79' AS BLOB)
            reverse('äb')                                 | 'bä'
            initcap('hello wORLD-foo')                    | 'Hello World-Foo'
            mask('Ab1-')                                  | 'Xxn-'
            mask_first_n('abc123', 2)                     | 'xxc123'
            mask_last_n('abc123', 2)                      | 'abc1nn'
            format_number(1500)                           | '1.50K'
            murmur_hash3_32('hello')                      | CAST(1321743225 AS BIGINT)
            append_trailing_char_if_absent('a', 'c')      | 'ac'
            parse_url('http://u@h:8/p?q=1#r', 'HOST')     | 'h'
            parse_url('http://u@h:8/p?q=1#r', 'FILE')     | '/p?q=1'
            parse_url('http://u@h/p?q=1&z=2', 'QUERY', 'z') | '2'
            database()                                    | 'db'
            json_object('b', NULL, 'a', json_array())     | '{"a": [], "b": null}'
            json_extract('{"a": [1]}', '$.a[0]')          | '1'
            json_unquote('"a"')                           | 'a'
            json_extract_int('{"a": 1.5}', '$.a')         | CAST(NULL AS BIGINT)
            json_extract_string('{"a": "b"}', '$.a')      | 'b'
            json_type('{"a": 1}', '$.a')                  | 'int'
            json_parse_error_to_null('{')                 | CAST(NULL AS VARCHAR)
            """)
    void aCallOfConstantsIsComputed(String call, String value) {
        String text = TABLE.compiled("SELECT " + call).text();
        assertThat(text.replaceAll("CAST\\((.*) AS INTEGER\\)", "$1")).isEqualTo("SELECT " + value + " AS c1");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
            soundex(b)                    | NOT_SUPPORTED
            convert(s USING latin1)       | NOT_SUPPORTED
            size(s)                       | NOT_SUPPORTED
            array_sum(w)                  | NOT_SUPPORTED
            s[1]                          | NOT_SUPPORTED
            a['x']                        | NOT_SUPPORTED
            weight_string(s)              | NOT_SUPPORTED
            load_file(s)                  | NOT_SUPPORTED
            sm3(s)                        | NOT_SUPPORTED
            regexp_extract(s, 'a', n)     | NOT_SUPPORTED
            left(s)                       | WRONG_PARAMETER_COUNT
            json_object('a')              | WRONG_PARAMETER_COUNT
            json_object(NULL, json_array()) | JSON_NULL_NAME
            json_parse('{')               | INVALID_JSON_TEXT
            json_extract('{}', 'a')       | INVALID_JSON_PATH
            uuid_to_bin('x')              | WRONG_VALUE_FOR_TYPE
            nonsense(s)                   | UNKNOWN_FUNCTION
            """)
    void whatCannotBeAnsweredIsAnError(String call, String code) {
        assertThatThrownBy(() -> TABLE.compiled("SELECT " + call + " FROM t"))
                .isInstanceOfSatisfying(
                        TributaryException.class,
                        error -> assertThat(error.code().name()).isEqualTo(code));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "hex(%s)",
                "concat(%1$s, %1$s)",
                "reverse(%s)",
                "replace(%s, 'a', 'bb')",
                "trim(%s)",
                "left(%s, 9)"
            })
    void aTextOfTheEngineGrowsByASumAndNotByAProductWithNesting(String call) {
        String once = "long_s";
        for (int i = 0; i < 6; i++) {
            once = call.startsWith("concat") ? "concat(" + once + ", s)" : call.formatted(once);
        }
        assertThat(TABLE.compiled("SELECT " + once + " FROM t").text()).hasSizeLessThan(2_000);
    }

    @Test
    void noNameIsBothKnownAndRefused() {
        assertThat(Stream.of(TextRows.rows(), SearchRows.rows(), DigestRows.rows(), JsonRows.rows(), ArrayRows.rows())
                        .flatMap(List::stream))
                .flatExtracting(Function::names)
                .filteredOn(RefusedNames::isListed)
                .isEmpty();
    }
}
