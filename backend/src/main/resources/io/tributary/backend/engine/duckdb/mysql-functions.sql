-- MySQL's functions and operators in DuckDB, as macros in memory.mysql. A statement ends with ";" at the end of a line.
-- DuckDB's own function of the same name is reached as system.main.name; without the prefix a macro would call itself.
-- Aggregates, window functions and parameters have no type yet when a form is chosen: they fit every typed form and would
-- be cast to it, or fit two and be refused. So what must hold for them decides by types of results, in one form.

-- Numbers at least 64 bits wide, whatever the columns' widths: integers beyond that are an error, truth values are 0 and 1.
-- A string is an integer: its type is fixed before its digits are known, so another is refused rather than rounded.
CREATE MACRO my_number(a) AS CASE WHEN FALSE THEN CAST(0 AS BIGINT)
        WHEN typeof(a) = 'VARCHAR' AND NOT regexp_full_match(CAST(a AS VARCHAR), '[ ]*[-+]?[0-9]+[ ]*')
        THEN error('a string that is no integer is not supported as a number: use CAST') ELSE a END;
CREATE MACRO "+"(a BIGINT, b BIGINT) AS system.main."+"(a, b),
    (a DATE, b BIGINT) AS error('a DATE plus a number is not supported: use INTERVAL'),
    (a, b) AS system.main."+"(a, b),
    (a) AS system.main."+"(a);
CREATE MACRO "-"(a BIGINT, b BIGINT) AS system.main."-"(a, b),
    (a DATE, b BIGINT) AS error('a DATE minus a number is not supported: use INTERVAL'),
    (a DATE, b DATE) AS error('the difference of two dates as a number is not supported: use DATEDIFF'),
    (a TIMESTAMP, b TIMESTAMP) AS error('the difference of two times as a number is not supported: use TIMESTAMPDIFF'),
    (a, b) AS system.main."-"(a, b),
    (a) AS system.main."-"(a);
CREATE MACRO "*"(a, b) AS system.main."*"(my_number(a), my_number(b));

-- Exact numbers divide to a decimal with four digits more than the dividend's, rounded half away from zero; by zero gives
-- NULL. The quotient of doubles is corrected once by its remainder, so that large numbers lose no digits.
CREATE MACRO my_quotient_type(a, b) AS system.main."*"(system.main."*"(a, CAST(0.0001 AS DECIMAL(38, 4))), trunc(b));
CREATE MACRO my_quotient(a, b) AS cast_to_type(system.main."/"(CAST(a AS DOUBLE), CAST(b AS DOUBLE)),
        my_quotient_type(a, b));
CREATE MACRO my_divide(a, b) AS cast_to_type(system.main."+"(my_quotient(a, b),
        cast_to_type(system.main."/"(CAST(system.main."-"(a, system.main."*"(my_quotient(a, b), b)) AS DOUBLE),
        CAST(b AS DOUBLE)), my_quotient_type(a, b))), my_quotient_type(a, b));
CREATE MACRO "/"(a, b) AS my_divide(my_number(a), my_number(b));
CREATE MACRO "//"(a, b) AS CAST(trunc(my_divide(system.main."-"(my_number(a), my_number(a) % my_number(b)), my_number(b)))
        AS BIGINT);

CREATE MACRO "^"(a BIGINT, b BIGINT) AS xor(a, b);
CREATE MACRO "!"(a) AS NOT a;
CREATE MACRO "<=>"(a, b) AS a IS NOT DISTINCT FROM b;
CREATE MACRO "~~"(a, b) AS like_escape(CAST(a AS VARCHAR), b, '\');
CREATE MACRO "!~~"(a, b) AS not_like_escape(CAST(a AS VARCHAR), b, '\');

CREATE MACRO my_isnull(a) AS a IS NULL;

CREATE MACRO length(a) AS CASE typeof(a) WHEN 'BLOB' THEN octet_length(TRY_CAST(CAST(a AS VARCHAR) AS BLOB))
        ELSE strlen(CAST(a AS VARCHAR)) END;
CREATE MACRO char_length(a) AS system.main.length(CAST(a AS VARCHAR));
CREATE MACRO "left"(s, n) AS CASE WHEN n < 1 THEN '' ELSE system.main."left"(CAST(s AS VARCHAR), n) END;
CREATE MACRO "right"(s, n) AS CASE WHEN n < 1 THEN '' ELSE system.main."right"(CAST(s AS VARCHAR), n) END;
CREATE MACRO substring(s, p) AS CASE WHEN p = 0 OR -p > system.main.length(CAST(s AS VARCHAR)) THEN ''
        ELSE system.main.substring(CAST(s AS VARCHAR), p) END,
    (s, p, n) AS CASE WHEN p = 0 OR n < 1 OR -p > system.main.length(CAST(s AS VARCHAR)) THEN ''
        ELSE system.main.substring(CAST(s AS VARCHAR), p, n) END;
CREATE MACRO my_locate(sub, s) AS instr(CAST(s AS VARCHAR), sub),
    (sub, s, p) AS CASE WHEN p < 1 OR instr(system.main.substring(CAST(s AS VARCHAR), p), sub) = 0 THEN 0
        ELSE instr(system.main.substring(CAST(s AS VARCHAR), p), sub) + p - 1 END;
CREATE MACRO lpad(s, n, p) AS CASE WHEN n < 0 OR (p = '' AND n > system.main.length(CAST(s AS VARCHAR))) THEN NULL
        ELSE system.main.lpad(CAST(s AS VARCHAR), CAST(n AS INTEGER), p) END;
CREATE MACRO rpad(s, n, p) AS CASE WHEN n < 0 OR (p = '' AND n > system.main.length(CAST(s AS VARCHAR))) THEN NULL
        ELSE system.main.rpad(CAST(s AS VARCHAR), CAST(n AS INTEGER), p) END;

CREATE MACRO floor(a) AS CASE WHEN trunc(my_number(a)) > my_number(a)
        THEN system.main."-"(trunc(my_number(a)), 1) ELSE trunc(my_number(a)) END;
CREATE MACRO ceil(a) AS CASE WHEN trunc(my_number(a)) < my_number(a)
        THEN system.main."+"(trunc(my_number(a)), 1) ELSE trunc(my_number(a)) END;
CREATE MACRO my_truncate(a, d) AS trunc(a, d);
CREATE MACRO sqrt(a) AS CASE WHEN a < 0 THEN NULL ELSE system.main.sqrt(a) END;
CREATE MACRO ln(a) AS CASE WHEN a <= 0 THEN NULL ELSE system.main.ln(a) END;
CREATE MACRO log(a) AS CASE WHEN a <= 0 THEN NULL ELSE system.main.ln(a) END,
    (b, a) AS CASE WHEN a <= 0 OR b <= 0 OR b = 1 THEN NULL ELSE system.main.ln(a) / system.main.ln(b) END;
CREATE MACRO log2(a) AS CASE WHEN a <= 0 THEN NULL ELSE system.main.log2(a) END;
CREATE MACRO log10(a) AS CASE WHEN a <= 0 THEN NULL ELSE system.main.log10(a) END;

CREATE MACRO my_date(a) AS CAST(CAST(a AS TIMESTAMP) AS DATE);
CREATE MACRO my_time(a TIME) AS a,
    (a) AS CAST(CAST(a AS TIMESTAMP) AS TIME);
CREATE MACRO year(a) AS system.main.year(CAST(a AS TIMESTAMP));
CREATE MACRO quarter(a) AS system.main.quarter(CAST(a AS TIMESTAMP));
CREATE MACRO month(a) AS system.main.month(CAST(a AS TIMESTAMP));
CREATE MACRO day(a) AS system.main.day(CAST(a AS TIMESTAMP));
CREATE MACRO hour(a TIME) AS system.main.hour(a),
    (a) AS system.main.hour(CAST(a AS TIMESTAMP));
CREATE MACRO minute(a TIME) AS system.main.minute(a),
    (a) AS system.main.minute(CAST(a AS TIMESTAMP));
CREATE MACRO second(a TIME) AS system.main.second(a),
    (a) AS system.main.second(CAST(a AS TIMESTAMP));
CREATE MACRO microsecond(a) AS system.main.microsecond(CAST(a AS TIMESTAMP)) % 1000000;
CREATE MACRO dayofweek(a) AS system.main.dayofweek(CAST(a AS TIMESTAMP)) + 1;
CREATE MACRO weekday(a) AS isodow(CAST(a AS TIMESTAMP)) - 1;
CREATE MACRO dayofyear(a) AS system.main.dayofyear(CAST(a AS TIMESTAMP));
CREATE MACRO weekofyear(a) AS system.main.weekofyear(CAST(a AS TIMESTAMP));
CREATE MACRO dayname(a) AS system.main.dayname(CAST(a AS TIMESTAMP));
CREATE MACRO monthname(a) AS system.main.monthname(CAST(a AS TIMESTAMP));
CREATE MACRO last_day(a) AS system.main.last_day(CAST(a AS TIMESTAMP));
CREATE MACRO my_datediff(a, b) AS date_diff('day', CAST(CAST(b AS TIMESTAMP) AS DATE), CAST(CAST(a AS TIMESTAMP) AS DATE));
CREATE MACRO my_to_days(a) AS date_diff('day', DATE '1970-01-01', CAST(CAST(a AS TIMESTAMP) AS DATE)) + 719528;
-- An interval of whole days keeps a DATE a DATE.
CREATE MACRO my_add_days(a, i) AS cast_to_type(system.main."+"(CAST(a AS TIMESTAMP), i), CASE WHEN TRUE THEN a ELSE '' END);
CREATE MACRO my_add_time(a, i) AS system.main."+"(CAST(a AS TIMESTAMP), i);
