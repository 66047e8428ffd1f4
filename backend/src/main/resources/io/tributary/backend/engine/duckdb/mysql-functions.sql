-- MySQL's functions and operators in DuckDB, as macros in memory.mysql. A statement ends with ";" at the end of a line.
-- DuckDB's own function of the same name is reached as system.main.name; without the prefix a macro would call itself.
-- Where a macro has several forms, the first with fitting types is taken; the one without types takes the rest.

-- Integers are computed in 64 bits, whatever the columns' widths; beyond, an error.
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
CREATE MACRO "*"(a BIGINT, b BIGINT) AS system.main."*"(a, b),
    (a, b) AS system.main."*"(a, b);

-- Integers divide to a decimal with four digits, rounded half away from zero; by zero gives NULL.
CREATE MACRO my_divide(a HUGEINT, b HUGEINT) AS system.main."*"(CAST(system.main."//"(system.main."+"(
        system.main."//"(system.main."*"(a, 20000), b), CAST(sign(a) * sign(b) AS HUGEINT)), 2) AS DECIMAL(38, 0)),
        CAST(0.0001 AS DECIMAL(4, 4)));
CREATE MACRO "/"(a BIGINT, b BIGINT) AS my_divide(a, b),
    (a HUGEINT, b HUGEINT) AS my_divide(a, b),
    (a, b) AS system.main."/"(a, b);
CREATE MACRO "//"(a BIGINT, b BIGINT) AS system.main."//"(a, b),
    (a HUGEINT, b HUGEINT) AS system.main."//"(a, b),
    (a, b) AS CAST(trunc(system.main."/"(a, b)) AS BIGINT);

CREATE MACRO "^"(a BIGINT, b BIGINT) AS xor(a, b);
CREATE MACRO "!"(a) AS NOT a;
CREATE MACRO "<=>"(a, b) AS a IS NOT DISTINCT FROM b;
CREATE MACRO "~~"(a, b) AS like_escape(CAST(a AS VARCHAR), b, '\');
CREATE MACRO "!~~"(a, b) AS not_like_escape(CAST(a AS VARCHAR), b, '\');

CREATE MACRO my_isnull(a) AS a IS NULL;

CREATE MACRO length(a BLOB) AS octet_length(a),
    (a) AS strlen(CAST(a AS VARCHAR));
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

CREATE MACRO floor(a BIGINT) AS a,
    (a HUGEINT) AS a,
    (a) AS system.main.floor(a);
CREATE MACRO ceil(a BIGINT) AS a,
    (a HUGEINT) AS a,
    (a) AS system.main.ceil(a);
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
CREATE MACRO my_add_days(a DATE, i INTERVAL) AS CAST(system.main."+"(a, i) AS DATE),
    (a, i) AS system.main."+"(CAST(a AS TIMESTAMP), i);
CREATE MACRO my_add_time(a, i) AS system.main."+"(CAST(a AS TIMESTAMP), i);
