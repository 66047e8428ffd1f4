-- MySQL's functions and operators in DuckDB, as macros in memory.mysql. A statement ends with ";" at the end of a line.
-- DuckDB's own function of the same name is reached as system.main.name; without the prefix a macro would call itself.
-- Two rules hold for every macro:
-- 1. No forms that differ in the types of their arguments: aggregates, window functions and parameters have no type yet
--    when a form is chosen. What depends on a type is chosen by struct_extract and typeof, which are settled with the types.
-- 2. An operator names each argument once: a macro is text, and a + b + c + … would double it with every sign. What must
--    name one twice does so for operands that hold no operators (my_operand), or in a lambda, where it has a name: its
--    fields by struct_extract, since HAVING takes p.a for a column of the query.

-- The name of an argument's type. Where it is written plainly, DuckDB looks for a constant when the macro is made.
CREATE MACRO my_typeof(a) AS typeof(coalesce(a, NULL));

-- What StatementRewriter puts around the operands of arithmetic: text and FLOAT count as DOUBLE, as in MySQL.
CREATE MACRO my_operand(a) AS cast_to_type(a, struct_extract(struct_pack(double := CAST(0 AS DOUBLE),
        none := CAST(0 AS BIGINT), own := a),
        CASE my_typeof(a) WHEN 'VARCHAR' THEN 'double' WHEN 'FLOAT' THEN 'double' WHEN '"NULL"' THEN 'none' ELSE 'own' END));

CREATE MACRO my_operand_of(a) AS list_transform([struct_pack(a := a)], lambda p: my_operand(struct_extract(p, 'a')))[1];

-- A FLOAT as the DOUBLE that it is to MySQL (see Floats).
CREATE MACRO my_double(a) AS CAST(a AS DOUBLE);

-- A value as MySQL prints it, around a name or a literal, and around what is named once (see ValueTexts).
CREATE MACRO my_text(a) AS CASE my_typeof(a)
        WHEN 'BOOLEAN' THEN CAST(CAST(TRY_CAST(CAST(a AS VARCHAR) AS BOOLEAN) AS TINYINT) AS VARCHAR)
        WHEN 'DOUBLE' THEN java_double_text(CAST(a AS VARCHAR))
        WHEN 'FLOAT' THEN java_double_text(CAST(a AS VARCHAR))
        WHEN 'TIMESTAMP_MS' THEN strftime(TRY_CAST(CAST(a AS VARCHAR) AS TIMESTAMP), '%Y-%m-%d %H:%M:%S.%g')
        WHEN 'TIMESTAMP' THEN strftime(TRY_CAST(CAST(a AS VARCHAR) AS TIMESTAMP), '%Y-%m-%d %H:%M:%S.%f')
        ELSE CAST(a AS VARCHAR) END;
-- The same, of what is no bytes (see BinaryStrings).
CREATE MACRO my_pattern_text(a) AS CASE WHEN my_typeof(a) = 'BLOB'
        THEN error('mysql error NOT_SUPPORTED: This version of Tributary doesn''t yet support ''LIKE and REGEXP of binary strings''')
        ELSE my_text(a) END;
CREATE MACRO my_text_of(a) AS list_transform([struct_pack(a := a)], lambda p: my_text(struct_extract(p, 'a')))[1];
-- The bytes of a text, or bytes.
CREATE MACRO my_text_or_bytes(a) AS CASE my_typeof(a) WHEN 'BLOB' THEN TRY_CAST(CAST(a AS VARCHAR) AS BLOB)
        ELSE encode(my_text(a)) END;
CREATE MACRO my_text_or_bytes_of(a) AS list_transform([struct_pack(a := a)],
        lambda p: my_text_or_bytes(struct_extract(p, 'a')))[1];
-- Different values in their order, as one text.
CREATE MACRO my_listed(a, separator) AS array_to_string(list_transform(list_sort(a), lambda p: my_text(p)), separator);
CREATE MACRO my_listed_down(a, separator) AS array_to_string(list_transform(list_sort(a, 'DESC'), lambda p: my_text(p)), separator);

-- A column or NULL as a BIGINT: of a text the whole number that it begins with, of a moment its digits.
CREATE MACRO my_digits(a, format) AS CAST(strftime(TRY_CAST(CAST(a AS VARCHAR) AS TIMESTAMP), format) AS BIGINT);
CREATE MACRO my_signed(a) AS CASE my_typeof(a)
        WHEN 'VARCHAR' THEN CAST(regexp_replace(CAST(a AS VARCHAR), '^(\s*[-+]?[0-9]+)[.eE].*$', '\1') AS BIGINT)
        WHEN 'DATE' THEN my_digits(a, '%Y%m%d')
        WHEN 'TIMESTAMP_S' THEN my_digits(a, '%Y%m%d%H%M%S')
        ELSE CAST(a AS BIGINT) END;
-- Less than 0 as its 64 bits, of a decimal as 0.
CREATE MACRO my_unsigned_form(n, a) AS CAST(CASE WHEN n >= 0 THEN n WHEN starts_with(my_typeof(a), 'DECIMAL') THEN 0
        ELSE system.main."+"(n, 18446744073709551616) END AS UBIGINT);
CREATE MACRO my_unsigned(a) AS list_transform([struct_pack(a := a)], lambda p: my_unsigned_form(CAST(struct_extract(p, 'a')
        AS HUGEINT), struct_extract(p, 'a')))[1];

-- A binary literal, and the number that it may be, for a column: as text it must be UTF-8.
CREATE MACRO my_bytes_form(t) AS CASE WHEN t = 'VARCHAR' THEN 'text' WHEN t IN ('BOOLEAN', 'TINYINT', 'SMALLINT', 'INTEGER',
        'BIGINT', 'HUGEINT', 'FLOAT', 'DOUBLE') OR starts_with(t, 'DECIMAL') THEN 'number' ELSE 'own' END;
CREATE MACRO my_assigned(c, a, n) AS struct_extract(struct_pack(text := CASE WHEN my_typeof(c) = 'VARCHAR' THEN decode(a) END,
        number := n, own := a), my_bytes_form(my_typeof(c)));

-- What an UPDATE assigns, as the engine's type of its column, or an error (see AssignedValues).
CREATE MACRO my_within(a, least, most, refusal) AS list_transform([a],
        lambda v: CASE WHEN v NOT BETWEEN least AND most THEN error(refusal) ELSE v END)[1];
CREATE MACRO my_within_length(a, characters, refusal) AS list_transform([a],
        lambda v: CASE WHEN system.main.length(v) > characters THEN error(refusal) ELSE v END)[1];

-- Numbers at least 64 bits wide, whatever the columns' widths: integers beyond that are an error, truth values are 0 and 1.
-- What is no number does not mix with one and is refused; COALESCE makes a string a VARCHAR, which is none either.
CREATE MACRO my_number(a) AS CASE WHEN FALSE THEN CAST(0 AS BIGINT) ELSE coalesce(a, NULL) END;
CREATE MACRO "+"(a, b) AS system.main."+"(my_number(a), my_number(b)),
    (a) AS system.main."+"(my_number(a));
CREATE MACRO "-"(a, b) AS system.main."-"(my_number(a), my_number(b)),
    (a) AS system.main."-"(my_number(a));
CREATE MACRO "*"(a, b) AS system.main."*"(my_number(a), my_number(b));
-- Of UNSIGNED integers: less than 0 is an error. The second ones are of 64 bits.
CREATE MACRO my_unsigned_plus(a, b) AS CAST(CAST("+"(a, b) AS UBIGINT) AS BIGINT);
CREATE MACRO my_unsigned_minus(a, b) AS CAST(CAST("-"(a, b) AS UBIGINT) AS BIGINT);
CREATE MACRO my_unsigned_times(a, b) AS CAST(CAST("*"(a, b) AS UBIGINT) AS BIGINT);
CREATE MACRO my_wide_plus(a, b) AS CAST(CAST("+"(CAST(a AS HUGEINT), b) AS UBIGINT) AS HUGEINT);
CREATE MACRO my_wide_minus(a, b) AS CAST(CAST("-"(CAST(a AS HUGEINT), b) AS UBIGINT) AS HUGEINT);
CREATE MACRO my_wide_times(a, b) AS CAST(CAST("*"(CAST(a AS HUGEINT), b) AS UBIGINT) AS HUGEINT);
CREATE MACRO "%"(a, b) AS system.main."%"(my_number(a), my_number(b));
CREATE MACRO mod(a, b) AS system.main."%"(my_number(my_operand(a)), my_number(my_operand(b)));

-- Exact numbers divide to a decimal with four digits more than the dividend's, rounded half away from zero; by zero gives
-- NULL. The whole part is taken from the quotient of doubles, and the rest from its remainder: large numbers lose no
-- digits. It is rounded once, and by a hair upwards, since a double is often below the middle that it stands for.
CREATE MACRO my_quotient_type(a, b) AS system.main."*"(system.main."*"(a, CAST(0.0001 AS DECIMAL(38, 4))), trunc(b));
CREATE MACRO my_quotient(a, b, t) AS cast_to_type(trunc(system.main."/"(CAST(a AS DOUBLE), CAST(b AS DOUBLE))), t);
CREATE MACRO my_hair(t) AS CASE WHEN my_typeof(t) = 'DOUBLE' THEN CAST(1 AS DOUBLE)
        ELSE CAST(1.000000000000001 AS DOUBLE) END;
CREATE MACRO my_divide_exactly(a, b, t) AS cast_to_type(system.main."+"(my_quotient(a, b, t), cast_to_type(system.main."*"(my_hair(t),
        system.main."/"(CAST(system.main."-"(a, system.main."*"(my_quotient(a, b, t), b)) AS DOUBLE), CAST(b AS DOUBLE))), t)), t);
-- DOUBLEs are divided as the processor does it; by what is too large for one gives no number, which is seen.
CREATE MACRO my_divide_doubles(a, b, t) AS CASE WHEN my_typeof(t) = 'DOUBLE' THEN system.main."+"(system.main."/"(CAST(a AS DOUBLE),
        CAST(b AS DOUBLE)), system.main."-"(CAST(b AS DOUBLE), CAST(b AS DOUBLE))) END;
CREATE MACRO my_divide_exact(a, b, t) AS CASE WHEN my_typeof(t) <> 'DOUBLE' THEN my_divide_exactly(a, b, t) END;
CREATE MACRO my_divide_as(a, b, t) AS struct_extract(struct_pack(double := my_divide_doubles(a, b, t),
        exact := my_divide_exact(a, b, t)), CASE WHEN my_typeof(t) = 'DOUBLE' THEN 'double' ELSE 'exact' END);
CREATE MACRO my_divide(a, b) AS my_divide_as(a, b, my_quotient_type(a, b));
CREATE MACRO "/"(a, b) AS list_transform([struct_pack(a := my_number(a), b := my_number(b))],
        lambda p: my_divide(struct_extract(p, 'a'), struct_extract(p, 'b')))[1];
-- A quotient that is calculated with has nine digits of a fraction, or 18 where both operands have one or one of them has
-- six digits and more; further ones are cut off (see Arithmetic).
CREATE MACRO my_has_digits(a, digits) AS regexp_matches(my_typeof(a), '^DECIMAL.*,' || digits || '[)]$');
CREATE MACRO my_precise_type(a, b, more) AS struct_extract(struct_pack(double := CAST(0 AS DOUBLE),
        nine := CAST(0 AS DECIMAL(38, 9)), more := CAST(0 AS DECIMAL(38, 18))),
        CASE WHEN my_typeof(a) = 'DOUBLE' OR my_typeof(b) = 'DOUBLE' THEN 'double'
        WHEN my_has_digits(a, '([6-9]|[1-3][0-9])') OR my_has_digits(b, '([6-9]|[1-3][0-9])')
        OR (my_has_digits(a, '[1-9].*') AND my_has_digits(b, '[1-9].*')) THEN more ELSE 'nine' END);
CREATE MACRO my_cut(x, t) AS CASE WHEN my_typeof(t) = 'DECIMAL(38,9)'
        THEN system.main."/"(trunc(system.main."*"(x, CAST(1000000000.000001 AS DOUBLE))), CAST(1000000000 AS DOUBLE)) ELSE x END;
CREATE MACRO my_precise_exactly(a, b, t) AS cast_to_type(system.main."+"(my_quotient(a, b, t), cast_to_type(my_cut(
        system.main."/"(CAST(system.main."-"(a, system.main."*"(my_quotient(a, b, t), b)) AS DOUBLE), CAST(b AS DOUBLE)), t),
        t)), t);
CREATE MACRO my_precise_exact(a, b, t) AS CASE WHEN my_typeof(t) <> 'DOUBLE' THEN my_precise_exactly(a, b, t) END;
CREATE MACRO my_precise_as(a, b, t) AS struct_extract(struct_pack(double := my_divide_doubles(a, b, t),
        exact := my_precise_exact(a, b, t)), CASE WHEN my_typeof(t) = 'DOUBLE' THEN 'double' ELSE 'exact' END);
CREATE MACRO my_precise_form(a, b, more) AS list_transform([struct_pack(a := my_number(a), b := my_number(b))],
        lambda p: my_precise_as(struct_extract(p, 'a'), struct_extract(p, 'b'), my_precise_type(struct_extract(p, 'a'),
        struct_extract(p, 'b'), more)))[1];
CREATE MACRO my_precise(a, b) AS my_precise_form(a, b, 'more');
CREATE MACRO my_precise_nine(a, b) AS my_precise_form(a, b, 'nine');
-- Of DOUBLEs a hair upwards, since the rest of a fraction is none of theirs: 1e0 DIV 0.1 is 10.
CREATE MACRO my_whole_doubles(a, b) AS CAST(trunc(system.main."*"(my_divide_doubles(a, b, CAST(0 AS DOUBLE)),
        CAST(1.000000000000001 AS DOUBLE))) AS HUGEINT);
CREATE MACRO my_whole_exact(a, b) AS CAST(trunc(my_divide(system.main."-"(a, system.main."%"(a, b)), b)) AS HUGEINT);
CREATE MACRO my_whole_as(a, b) AS CASE WHEN my_typeof(a) = 'DOUBLE' OR my_typeof(b) = 'DOUBLE' THEN my_whole_doubles(a, b)
        ELSE my_whole_exact(a, b) END;
CREATE MACRO my_whole_quotient(a, b) AS list_transform([struct_pack(a := my_number(a), b := my_number(b))],
        lambda p: my_whole_as(struct_extract(p, 'a'), struct_extract(p, 'b')))[1];
CREATE MACRO "//"(a, b) AS CAST(my_whole_quotient(a, b) AS BIGINT);
CREATE MACRO my_unsigned_div(a, b) AS CAST(CAST(CAST(my_whole_quotient(a, b) AS HUGEINT) AS UBIGINT) AS BIGINT);
CREATE MACRO my_wide_div(a, b) AS CAST(CAST(CAST(my_whole_quotient(a, b) AS HUGEINT) AS UBIGINT) AS HUGEINT);
CREATE MACRO my_narrow(a) AS CAST(a AS BIGINT);
CREATE MACRO my_mean(s, n) AS CASE WHEN n > 0 THEN "/"(s, n) END;
CREATE MACRO my_average(a) AS my_mean(sum(a), count(a));

-- The low 64 bits, as MySQL sees them; a result of more than 63 bits is an error.
CREATE MACRO my_bits(a) AS system.main."&"(CAST(my_number(a) AS HUGEINT), 18446744073709551615);
CREATE MACRO "&"(a, b) AS CAST(system.main."&"(my_bits(a), my_bits(b)) AS BIGINT);
CREATE MACRO "|"(a, b) AS CAST(system.main."|"(my_bits(a), my_bits(b)) AS BIGINT);
CREATE MACRO "^"(a, b) AS CAST(xor(my_bits(a), my_bits(b)) AS BIGINT);
CREATE MACRO "<<"(a, b) AS CAST(system.main."<<"(my_bits(a), CAST(my_number(b) AS HUGEINT)) AS BIGINT);
CREATE MACRO ">>"(a, b) AS CAST(system.main.">>"(my_bits(a), CAST(my_number(b) AS HUGEINT)) AS BIGINT);

-- Of no rows: all bits, or none.
CREATE MACRO my_bit_and(a) AS CAST(coalesce(bit_and(my_bits(my_operand(a))), 18446744073709551615) AS UBIGINT);
CREATE MACRO my_bit_or(a) AS CAST(coalesce(bit_or(my_bits(my_operand(a))), 0) AS UBIGINT);
CREATE MACRO my_bit_xor(a) AS CAST(coalesce(bit_xor(my_bits(my_operand(a))), 0) AS UBIGINT);

CREATE MACRO "!"(a) AS NOT a;
CREATE MACRO "~~"(a, b) AS like_escape(CAST(a AS VARCHAR), b, '\');
CREATE MACRO "!~~"(a, b) AS not_like_escape(CAST(a AS VARCHAR), b, '\');

-- Regular expressions: to the engine's parser operators of their own. Like comparison, they tell cases apart.
CREATE MACRO "<~>"(a, b) AS regexp_matches(CAST(a AS VARCHAR), CAST(b AS VARCHAR));
CREATE MACRO "<!~>"(a, b) AS NOT regexp_matches(CAST(a AS VARCHAR), CAST(b AS VARCHAR));
CREATE MACRO my_regexp_substr(a, b) AS CASE WHEN regexp_matches(CAST(a AS VARCHAR), CAST(b AS VARCHAR))
        THEN regexp_extract(CAST(a AS VARCHAR), CAST(b AS VARCHAR)) END;

CREATE MACRO my_isnull(a) AS a IS NULL;

CREATE MACRO length(a) AS CASE typeof(a) WHEN 'BLOB' THEN octet_length(TRY_CAST(CAST(a AS VARCHAR) AS BLOB))
        WHEN 'BOOLEAN' THEN CASE WHEN a IS NULL THEN NULL ELSE 1 END
        ELSE strlen(CAST(a AS VARCHAR)) END;
CREATE MACRO upper(s) AS system.main.upper(CAST(s AS VARCHAR));
CREATE MACRO lower(s) AS system.main.lower(CAST(s AS VARCHAR));
CREATE MACRO char_length(a) AS system.main.length(CAST(a AS VARCHAR));
-- Nothing of NULL is NULL, too.
CREATE MACRO "left"(s, n) AS CASE WHEN n < 1 THEN system.main."left"(CAST(s AS VARCHAR), 0) ELSE system.main."left"(CAST(s AS VARCHAR), n) END;
CREATE MACRO "right"(s, n) AS CASE WHEN n < 1 THEN system.main."left"(CAST(s AS VARCHAR), 0) ELSE system.main."right"(CAST(s AS VARCHAR), n) END;
CREATE MACRO substring(s, p) AS CASE WHEN p = 0 OR -p > system.main.length(CAST(s AS VARCHAR)) THEN system.main."left"(CAST(s AS VARCHAR), 0)
        ELSE system.main.substring(CAST(s AS VARCHAR), p) END,
    (s, p, n) AS CASE WHEN p = 0 OR n < 1 OR -p > system.main.length(CAST(s AS VARCHAR)) THEN system.main."left"(CAST(s AS VARCHAR), 0)
        ELSE system.main.substring(CAST(s AS VARCHAR), p, n) END;
CREATE MACRO my_locate(sub, s) AS instr(CAST(s AS VARCHAR), sub),
    (sub, s, p) AS CASE WHEN p < 1 OR instr(system.main.substring(CAST(s AS VARCHAR), p), sub) = 0 THEN 0
        ELSE instr(system.main.substring(CAST(s AS VARCHAR), p), sub) + p - 1 END;
-- NULL beyond 64 MiB, as MySQL's beyond max_allowed_packet: what they make stands outside of the engine's memory_limit.
CREATE MACRO lpad(s, n, p) AS CASE WHEN n < 0 OR (p = '' AND n > system.main.length(CAST(s AS VARCHAR))) THEN NULL
        ELSE system.main.lpad(CAST(s AS VARCHAR), CAST(CASE WHEN n > 67108864 THEN NULL ELSE n END AS INTEGER), p) END;
CREATE MACRO rpad(s, n, p) AS CASE WHEN n < 0 OR (p = '' AND n > system.main.length(CAST(s AS VARCHAR))) THEN NULL
        ELSE system.main.rpad(CAST(s AS VARCHAR), CAST(CASE WHEN n > 67108864 THEN NULL ELSE n END AS INTEGER), p) END;
CREATE MACRO repeat(s, n) AS system.main.repeat(s, CASE WHEN system.main."*"(CAST(strlen(CAST(s AS VARCHAR)) AS DOUBLE),
        CAST(n AS DOUBLE)) > 67108864 THEN NULL ELSE n END);

CREATE MACRO my_trim_leading(s, r) AS CASE WHEN r = '' THEN CAST(s AS VARCHAR)
        ELSE regexp_replace(CAST(s AS VARCHAR), '^(' || regexp_escape(CAST(r AS VARCHAR)) || ')+', '') END;
CREATE MACRO my_trim_trailing(s, r) AS CASE WHEN r = '' THEN CAST(s AS VARCHAR)
        ELSE regexp_replace(CAST(s AS VARCHAR), '(' || regexp_escape(CAST(r AS VARCHAR)) || ')+$', '') END;
CREATE MACRO my_trim_both(s, r) AS my_trim_trailing(my_trim_leading(s, r), r);
CREATE MACRO my_strcmp(a, b) AS CASE WHEN CAST(a AS VARCHAR) < CAST(b AS VARCHAR) THEN -1
        WHEN CAST(a AS VARCHAR) > CAST(b AS VARCHAR) THEN 1 WHEN a IS NULL OR b IS NULL THEN NULL ELSE 0 END;
CREATE MACRO my_place(list, s) AS CASE WHEN s IS NULL THEN 0 ELSE coalesce(list_position(list, s), 0) END;
CREATE MACRO my_truth_text(a) AS CAST(CAST(TRY_CAST(CAST(a AS VARCHAR) AS BOOLEAN) AS TINYINT) AS VARCHAR);
CREATE MACRO unhex(a) AS CASE WHEN regexp_full_match(a, '[0-9A-Fa-f]*') THEN system.main.unhex(a) END;
-- The bytes of a text or of bytes, in hexadecimal digits.
CREATE MACRO my_hex_bytes(a) AS CASE typeof(a) WHEN 'BLOB' THEN hex(TRY_CAST(CAST(a AS VARCHAR) AS BLOB))
        WHEN 'BOOLEAN' THEN hex(my_truth_text(a))
        ELSE hex(CAST(a AS VARCHAR)) END;
CREATE MACRO md5(a) AS CASE typeof(a) WHEN 'BLOB' THEN system.main.md5(TRY_CAST(CAST(a AS VARCHAR) AS BLOB))
        WHEN 'BOOLEAN' THEN system.main.md5(my_truth_text(a))
        ELSE system.main.md5(CAST(a AS VARCHAR)) END;
CREATE MACRO sha1(a) AS CASE typeof(a) WHEN 'BLOB' THEN system.main.sha1(TRY_CAST(CAST(a AS VARCHAR) AS BLOB))
        WHEN 'BOOLEAN' THEN system.main.sha1(my_truth_text(a))
        ELSE system.main.sha1(CAST(a AS VARCHAR)) END;
CREATE MACRO my_bit_length(a) AS system.main."*"(length(a), 8);
CREATE MACRO my_starts_with(s, part) AS starts_with(CAST(s AS VARCHAR), CAST(part AS VARCHAR));
CREATE MACRO my_ends_with(s, part) AS suffix(CAST(s AS VARCHAR), CAST(part AS VARCHAR));
CREATE MACRO my_null_or_empty(s) AS coalesce(CAST(s AS VARCHAR), '') = '';
CREATE MACRO my_not_null_or_empty(s) AS coalesce(CAST(s AS VARCHAR), '') <> '';
CREATE MACRO my_space(n) AS repeat(' ', n);
-- JSON is text. The value of a JSON string; a document as MySQL prints it; and any value as a document.
CREATE MACRO my_json_unquote(a) AS list_transform([CAST(a AS VARCHAR)], lambda t: CASE WHEN starts_with(t, '"')
        THEN json_extract_string(CAST(t AS JSON), '$') ELSE t END)[1];
CREATE MACRO my_json_value(a) AS list_transform([CAST(a AS VARCHAR)], lambda t: CASE WHEN starts_with(t, '{')
        OR starts_with(t, '[') THEN java_json_print(t) ELSE t END)[1];
CREATE MACRO my_json_text(a) AS list_transform([CAST(a AS VARCHAR)], lambda t: CASE WHEN starts_with(t, '"')
        THEN json_extract_string(CAST(t AS JSON), '$') WHEN starts_with(t, '{') OR starts_with(t, '[')
        THEN java_json_print(t) ELSE t END)[1];
CREATE MACRO my_json(a) AS CASE my_typeof(a) WHEN 'VARCHAR' THEN CAST(to_json(CAST(a AS VARCHAR)) AS VARCHAR)
        WHEN 'DOUBLE' THEN java_json_print(CAST(a AS VARCHAR))
        WHEN 'FLOAT' THEN java_json_print(CAST(a AS VARCHAR))
        WHEN 'DATE' THEN '"' || CAST(a AS VARCHAR) || '"'
        WHEN 'TIME' THEN '"' || CAST(a AS VARCHAR) || '.000000"'
        WHEN 'TIMESTAMP' THEN strftime(TRY_CAST(CAST(a AS VARCHAR) AS TIMESTAMP), '"%Y-%m-%d %H:%M:%S.%f"')
        WHEN 'TIMESTAMP_S' THEN strftime(TRY_CAST(CAST(a AS VARCHAR) AS TIMESTAMP), '"%Y-%m-%d %H:%M:%S.%f"')
        WHEN 'TIMESTAMP_MS' THEN strftime(TRY_CAST(CAST(a AS VARCHAR) AS TIMESTAMP), '"%Y-%m-%d %H:%M:%S.%f"')
        WHEN 'BLOB' THEN error('mysql error NOT_SUPPORTED: This version of Tributary doesn''t yet support ''JSON of binary strings''')
        ELSE CAST(a AS VARCHAR) END;
CREATE MACRO my_json_of(a) AS list_transform([struct_pack(a := a)], lambda p: my_json(struct_extract(p, 'a')))[1];
CREATE MACRO my_element(v) AS struct_pack(v := v);
CREATE MACRO my_member(k, v) AS struct_pack(k := k, v := v);
CREATE MACRO my_json_elements(l) AS CASE WHEN l IS NULL THEN NULL
        ELSE '[' || array_to_string(list_transform(l, lambda p: coalesce(struct_extract(p, 'v'), 'null')), ', ') || ']' END;
CREATE MACRO my_json_members(l) AS CASE WHEN l IS NULL THEN NULL
        ELSE java_json_print('{' || array_to_string(list_transform(l, lambda p: my_json(CAST(struct_extract(p, 'k') AS VARCHAR))
        || ':' || coalesce(struct_extract(p, 'v'), 'null')), ',') || '}') END;

-- A DOUBLE that is too large is infinite to the engine. It costs 0.5 to 3 ns a row; where its text would be repeated too
-- often the second form, 30 ns. The error is that of a cast, since TRY knows no other.
CREATE MACRO my_finite(a) AS CASE WHEN abs(CASE WHEN my_typeof(a) = 'DOUBLE' THEN CAST(a AS DOUBLE) END)
        > CAST(1.7976931348623157e308 AS DOUBLE) THEN cast_to_type(CAST(CAST(a AS DOUBLE) AS BIGINT), a) ELSE a END;
CREATE MACRO my_finite_of(a) AS list_transform([struct_pack(a := a)], lambda p: my_finite(struct_extract(p, 'a')))[1];

-- Each argument is named once; the lambda's body names a field of its own.
CREATE MACRO my_floor(n) AS CASE WHEN trunc(n) > n THEN system.main."-"(trunc(n), 1) ELSE trunc(n) END;
CREATE MACRO my_ceil(n) AS CASE WHEN trunc(n) < n THEN system.main."+"(trunc(n), 1) ELSE trunc(n) END;
CREATE MACRO floor(a) AS list_transform([struct_pack(a := a)], lambda p: my_floor(my_number(my_operand(struct_extract(p,
        'a')))))[1];
CREATE MACRO ceil(a) AS list_transform([struct_pack(a := a)], lambda p: my_ceil(my_number(my_operand(struct_extract(p,
        'a')))))[1];
-- Half of a DOUBLE goes to the even neighbour, as the processor does it, that of an exact number away from zero. What the
-- type does not choose is NULL, so that it costs nothing and cannot fail.
CREATE MACRO my_even(x) AS CASE WHEN abs(x) < 4503599627370496 THEN CAST(CAST(x AS BIGINT) AS DOUBLE) ELSE x END;
CREATE MACRO my_even_at(x, d) AS CASE WHEN d < 0
        THEN system.main."*"(my_even(system.main."/"(x, pow(10, system.main."-"(d)))), pow(10, system.main."-"(d)))
        WHEN isinf(system.main."*"(x, pow(10, d))) THEN x
        ELSE system.main."/"(my_even(system.main."*"(x, pow(10, d))), pow(10, d)) END;
CREATE MACRO my_if_double(a) AS CASE WHEN my_typeof(a) = 'DOUBLE' THEN CAST(a AS DOUBLE) END;
CREATE MACRO my_unless_double(a) AS CASE WHEN my_typeof(a) <> 'DOUBLE' THEN a END;
CREATE MACRO my_if_decimal(a) AS CASE WHEN starts_with(my_typeof(a), 'DECIMAL') THEN a END;
CREATE MACRO my_kind(a) AS CASE WHEN my_typeof(a) = 'DOUBLE' THEN 'double' ELSE 'exact' END;
CREATE MACRO my_rounded(a) AS struct_extract(struct_pack(double := my_even(my_if_double(a)),
        exact := system.main.round(my_unless_double(a))), my_kind(a));
CREATE MACRO my_rounded_at(a, d) AS struct_extract(struct_pack(double := my_even_at(my_if_double(a), d),
        exact := system.main.round(my_unless_double(a), CAST(d AS INTEGER))), my_kind(a));
-- Where the digits are written out a decimal has as many of them, whatever it had before.
CREATE MACRO my_rounded_to(a, d, t) AS struct_extract(struct_pack(double := my_even_at(my_if_double(a), d),
        decimal := cast_to_type(system.main.round(my_if_decimal(a), d), t), exact := system.main.round(my_unless_double(a), d)),
        CASE WHEN starts_with(my_typeof(a), 'DECIMAL') THEN 'decimal' ELSE my_kind(a) END);
CREATE MACRO round(a) AS list_transform([struct_pack(a := a)],
        lambda p: my_rounded(my_number(my_operand(struct_extract(p, 'a')))))[1],
    (a, d) AS list_transform([struct_pack(a := a)],
        lambda p: my_rounded_at(my_number(my_operand(struct_extract(p, 'a'))), d))[1];
CREATE MACRO my_round_to(a, d, t) AS list_transform([struct_pack(a := a)],
        lambda p: my_rounded_to(my_number(my_operand(struct_extract(p, 'a'))), d, t))[1];
CREATE MACRO my_truncate(a, d) AS trunc(my_number(my_operand(a)), CAST(d AS INTEGER));
CREATE MACRO sqrt(a) AS CASE WHEN a < 0 THEN NULL ELSE system.main.sqrt(a) END;
CREATE MACRO ln(a) AS CASE WHEN a <= 0 THEN NULL ELSE system.main.ln(a) END;
CREATE MACRO log(a) AS CASE WHEN a <= 0 THEN NULL ELSE system.main.ln(a) END,
    (b, a) AS CASE WHEN a <= 0 OR b <= 0 OR b = 1 THEN NULL ELSE system.main.ln(a) / system.main.ln(b) END;
CREATE MACRO log2(a) AS CASE WHEN a <= 0 THEN NULL ELSE system.main.log2(a) END;
CREATE MACRO log10(a) AS CASE WHEN a <= 0 THEN NULL ELSE system.main.log10(a) END;

CREATE MACRO my_acos(a) AS CASE WHEN a BETWEEN -1 AND 1 THEN acos(a) END;
CREATE MACRO my_asin(a) AS CASE WHEN a BETWEEN -1 AND 1 THEN asin(a) END;
CREATE MACRO my_atan(a) AS atan(a), (a, b) AS atan2(a, b);

CREATE MACRO my_date(a) AS CAST(CAST(a AS TIMESTAMP) AS DATE);
CREATE MACRO my_clock(a) AS cast_to_type(a, struct_extract(
        struct_pack(time := CAST(NULL AS TIME), timestamp := CAST(NULL AS TIMESTAMP)),
        CASE my_typeof(a) WHEN 'TIME' THEN 'time' WHEN 'TIME_NS' THEN 'time' WHEN 'VARCHAR' THEN 'time' ELSE 'timestamp' END));
-- A TIME has no fraction, TIME_NS six digits of one.
CREATE MACRO my_time(a) AS cast_to_type(CAST(my_clock(a) AS TIME), struct_extract(
        struct_pack(whole := CAST(NULL AS TIME), fraction := CAST(NULL AS TIME_NS)),
        CASE my_typeof(a) WHEN 'TIMESTAMP_MS' THEN 'fraction' WHEN 'TIMESTAMP' THEN 'fraction' WHEN 'TIME_NS' THEN 'fraction'
        WHEN 'VARCHAR' THEN 'fraction' ELSE 'whole' END));
-- Rounded to a unit of its last digit.
CREATE MACRO my_moment_to(a, unit, half) AS time_bucket(unit, system.main."+"(CAST(a AS TIMESTAMP), half));
-- What is rounded up to the end of the day does not begin it again.
CREATE MACRO my_within_day(t) AS CASE WHEN t < TIMESTAMP '2000-01-04' THEN CAST(t AS TIME)
        WHEN t IS NOT NULL THEN TIME '24:00:00' END;
CREATE MACRO my_time_to(a, unit, half) AS list_transform([time_bucket(unit, system.main."+"(system.main."+"(DATE '2000-01-03',
        CAST(my_clock(a) AS TIME)), half))], lambda t: my_within_day(t))[1];
-- The text of a moment with as many digits of a fraction; what has none has zeros.
CREATE MACRO my_moment_text(t, digits) AS list_transform([CAST(t AS VARCHAR)], lambda m: split_part(m, '.', 1) || '.'
        || system.main.rpad(system.main."left"(split_part(m, '.', 2), digits), digits, '0'))[1];
-- Seconds with as many digits of a fraction as a moment has.
CREATE MACRO my_seconds_type(a) AS struct_extract(struct_pack(whole := CAST(0 AS BIGINT), millis := CAST(0 AS DECIMAL(20, 3)),
        micros := CAST(0 AS DECIMAL(20, 6))), CASE my_typeof(a) WHEN 'TIMESTAMP_MS' THEN 'millis' WHEN 'TIMESTAMP' THEN 'micros'
        WHEN 'TIME_NS' THEN 'micros' WHEN 'VARCHAR' THEN 'micros' ELSE 'whole' END);
CREATE MACRO my_seconds(us, t) AS list_transform([us], lambda u: cast_to_type(system.main."*"(CASE WHEN u < 0
        THEN CAST(0 AS BIGINT) ELSE u END, CAST(0.000001 AS DECIMAL(7, 6))), t))[1];
CREATE MACRO my_since_epoch(n) AS list_transform([n], lambda s: CASE WHEN s >= 0 THEN s END)[1];
CREATE MACRO my_since_epoch_type(n) AS struct_extract(struct_pack(whole := CAST(NULL AS TIMESTAMP_S),
        fraction := CAST(NULL AS TIMESTAMP)), CASE WHEN my_typeof(n) IN ('DOUBLE', 'FLOAT', 'VARCHAR')
        OR my_has_digits(n, '[1-9].*') THEN 'fraction' ELSE 'whole' END);
CREATE MACRO year(a) AS system.main.year(CAST(a AS TIMESTAMP));
CREATE MACRO quarter(a) AS system.main.quarter(CAST(a AS TIMESTAMP));
CREATE MACRO month(a) AS system.main.month(CAST(a AS TIMESTAMP));
CREATE MACRO day(a) AS system.main.day(CAST(a AS TIMESTAMP));
CREATE MACRO hour(a) AS system.main.hour(my_clock(a));
CREATE MACRO minute(a) AS system.main.minute(my_clock(a));
CREATE MACRO second(a) AS system.main.second(my_clock(a));
CREATE MACRO microsecond(a) AS system.main."%"(system.main.microsecond(my_clock(a)), 1000000);
CREATE MACRO dayofweek(a) AS system.main.dayofweek(CAST(a AS TIMESTAMP)) + 1;
CREATE MACRO weekday(a) AS isodow(CAST(a AS TIMESTAMP)) - 1;
CREATE MACRO dayofyear(a) AS system.main.dayofyear(CAST(a AS TIMESTAMP));
CREATE MACRO weekofyear(a) AS system.main.weekofyear(CAST(a AS TIMESTAMP));
CREATE MACRO dayname(a) AS system.main.dayname(CAST(a AS TIMESTAMP));
CREATE MACRO monthname(a) AS system.main.monthname(CAST(a AS TIMESTAMP));
CREATE MACRO last_day(a) AS system.main.last_day(CAST(a AS TIMESTAMP));
CREATE MACRO my_datediff(a, b) AS date_diff('day', CAST(CAST(b AS TIMESTAMP) AS DATE), CAST(CAST(a AS TIMESTAMP) AS DATE));
-- To MySQL the year 0 has no February 29th.
CREATE MACRO my_day_number(n) AS CASE WHEN n < 60 THEN system.main."+"(n, 1) ELSE n END;
CREATE MACRO my_to_days(a) AS list_transform([system.main."+"(date_diff('day', DATE '1970-01-01', CAST(CAST(a AS TIMESTAMP)
        AS DATE)), 719528)], lambda n: my_day_number(n))[1];
-- The parts of a text's beginning, put apart by bars, and read; a text that ends behind its date has no time to read.
CREATE MACRO my_parsed(t, pattern, bars, format) AS
        try_strptime(regexp_replace(regexp_extract(t, pattern), pattern, bars), format);
CREATE MACRO my_str_to_date(s, pattern, bars, format) AS my_parsed(CAST(s AS VARCHAR), pattern, bars, format),
    (s, pattern, bars, format, date_pattern, date_bars, date_format) AS coalesce(
        my_parsed(CAST(s AS VARCHAR), pattern, bars, format),
        my_parsed(CAST(s AS VARCHAR), date_pattern, date_bars, date_format));
CREATE MACRO my_from_days(n) AS CAST(system.main."+"(DATE '1970-01-01', CAST(n - 719528 AS INTEGER)) AS DATE);
CREATE MACRO my_timestamp(a) AS cast_to_type(CAST(a AS TIMESTAMP), struct_extract(struct_pack(text := CAST(NULL AS TIMESTAMP),
        day := CAST(NULL AS TIMESTAMP_S), own := a),
        CASE my_typeof(a) WHEN 'VARCHAR' THEN 'text' WHEN 'DATE' THEN 'day' ELSE 'own' END));
CREATE MACRO my_to_seconds(a) AS list_transform([CAST(a AS TIMESTAMP)],
        lambda t: system.main."+"(date_diff('second', TIMESTAMP '1970-01-01', t), 62167219200))[1];
CREATE MACRO my_year_month(a) AS list_transform([CAST(a AS TIMESTAMP)],
        lambda t: system.main."+"(system.main."*"(system.main.year(t), 100), system.main.month(t)))[1];
-- A moment and an interval. Whole days keep a DATE a DATE, whole seconds make it a DATETIME, microseconds one with six
-- digits; text stays text, a date in it a date. Called by name and, from x + INTERVAL n unit, by these operators.
-- NULL outside of the years of a DATETIME, and of the engine's.
CREATE MACRO my_within_years(t) AS CASE WHEN t >= TIMESTAMP '0001-01-01' AND t < TIMESTAMP '10000-01-01' THEN t END;
CREATE MACRO my_later(x, i) AS CASE WHEN my_typeof(x) IN ('TIME', 'TIME_NS')
        THEN error('mysql error NOT_SUPPORTED: This version of Tributary doesn''t yet support ''a TIME and an INTERVAL''')
        ELSE my_within_years(TRY(system.main."+"(CAST(x AS TIMESTAMP), i))) END;
CREATE MACRO my_later_type(x, day, moment) AS struct_extract(struct_pack(text := '', day := day, moment := moment),
        CASE my_typeof(x) WHEN 'VARCHAR' THEN 'text' WHEN 'DATE' THEN 'day' ELSE 'moment' END);
CREATE MACRO my_later_text(x, i, chars) AS system.main."left"(CAST(my_later(x, i) AS VARCHAR),
        CASE WHEN strlen(CAST(x AS VARCHAR)) > 10 THEN 30 ELSE chars END);
CREATE MACRO my_later_as(x, i, chars, type) AS CASE WHEN my_typeof(x) = 'VARCHAR'
        THEN cast_to_type(my_later_text(x, i, chars), type) ELSE cast_to_type(my_later(x, i), type) END;
CREATE MACRO my_moment(a) AS CASE WHEN TRUE THEN a ELSE '' END;
CREATE MACRO my_add_days(a, i) AS list_transform([struct_pack(x := my_moment(a), i := i)], lambda p:
        my_later_as(struct_extract(p, 'x'), struct_extract(p, 'i'), 10, my_later_type(struct_extract(p, 'x'),
        struct_extract(p, 'x'), struct_extract(p, 'x'))))[1];
CREATE MACRO my_add_seconds(a, i) AS list_transform([struct_pack(x := my_moment(a), i := i)], lambda p:
        my_later_as(struct_extract(p, 'x'), struct_extract(p, 'i'), 30, my_later_type(struct_extract(p, 'x'),
        CAST(NULL AS TIMESTAMP_S), struct_extract(p, 'x'))))[1];
CREATE MACRO my_add_micros(a, i) AS list_transform([struct_pack(x := my_moment(a), i := i)], lambda p:
        my_later_as(struct_extract(p, 'x'), struct_extract(p, 'i'), 30, my_later_type(struct_extract(p, 'x'),
        CAST(NULL AS TIMESTAMP), CAST(NULL AS TIMESTAMP))))[1];
CREATE MACRO "<+>"(a, i) AS my_add_days(a, i);
CREATE MACRO "<++>"(a, i) AS my_add_seconds(a, i);
CREATE MACRO "<+++>"(a, i) AS my_add_micros(a, i);
CREATE MACRO "<<+>"(i, a) AS my_add_days(a, i);
CREATE MACRO "<<++>"(i, a) AS my_add_seconds(a, i);
CREATE MACRO "<<+++>"(i, a) AS my_add_micros(a, i);
-- Whole months from one moment to another: a month is over when its day and time are reached, however short it is.
CREATE MACRO my_month_number(t) AS system.main."+"(system.main."*"(system.main.year(t), 12), system.main.month(t));
CREATE MACRO my_in_month(t) AS system.main."-"(t, date_trunc('month', t));
CREATE MACRO my_whole_months(m, a, b) AS CASE WHEN m > 0 AND b < a THEN system.main."-"(m, 1)
        WHEN m < 0 AND b > a THEN system.main."+"(m, 1) ELSE m END;
CREATE MACRO my_months_between(a, b) AS list_transform([struct_pack(a := a, b := b)], lambda p: my_whole_months(
        system.main."-"(my_month_number(struct_extract(p, 'b')), my_month_number(struct_extract(p, 'a'))),
        my_in_month(struct_extract(p, 'a')), my_in_month(struct_extract(p, 'b'))))[1];
CREATE MACRO my_quarters_between(a, b) AS system.main."//"(my_months_between(a, b), 3);
CREATE MACRO my_years_between(a, b) AS system.main."//"(my_months_between(a, b), 12);
-- Parts of a text up to its n-th delimiter, from the right for a negative n; a set written with commas.
CREATE MACRO my_parts(p, n) AS CASE WHEN n > 0 THEN list_slice(p, 1, n)
        WHEN system.main.length(p) < system.main."-"(n) THEN p ELSE list_slice(p, n, -1) END;
CREATE MACRO my_substring_index(s, d, n) AS CASE WHEN s IS NULL OR d IS NULL OR n IS NULL THEN NULL
        WHEN d = '' OR n = 0 THEN ''
        ELSE array_to_string(my_parts(string_split(CAST(s AS VARCHAR), d), CAST(n AS BIGINT)), d) END;
CREATE MACRO my_find_in_set(s, set) AS CASE WHEN s IS NULL OR set IS NULL THEN NULL WHEN set = '' THEN 0
        ELSE coalesce(list_position(string_split(CAST(set AS VARCHAR), ','), CAST(s AS VARCHAR)), 0) END;
-- The parts of a time as text, -HH:MM:SS, since the engine's own cannot be negative or longer than a day.
CREATE MACRO my_time_text(a) AS regexp_extract(CAST(a AS VARCHAR), '-?[0-9]+:[0-9]+(:[0-9]+([.][0-9]+)?)?$');
CREATE MACRO my_two_digits(x) AS CASE WHEN strlen(x) < 2 THEN system.main.lpad(x, 2, '0') ELSE x END;
CREATE MACRO my_time_part(t, n) AS my_two_digits(split_part(system.main.replace(t, '-', ''), ':', n));
CREATE MACRO my_time_sign(t) AS CASE WHEN starts_with(t, '-') THEN '-' ELSE '' END;
CREATE MACRO my_time_format(a, format) AS list_transform([struct_pack(t := my_time_text(a), f := format)], lambda p:
        my_time_sign(struct_extract(p, 't')) || system.main.replace(system.main.replace(system.main.replace(struct_extract(p, 'f'), chr(1), my_time_part(struct_extract(p, 't'), 1)),
        chr(2), my_time_part(struct_extract(p, 't'), 2)), chr(3), system.main."left"(my_time_part(struct_extract(p, 't'),
        3), 2)))[1];
-- As Doris: an array contains NULL or not, and no array is unknown for the NULLs in it.
CREATE MACRO my_array_contains(a, x) AS CASE WHEN a IS NULL THEN NULL
        WHEN x IS NULL THEN array_length(a) > list_count(a) ELSE list_contains(a, x) END;
-- array_length refuses text, of which list_extract would give a character.
CREATE MACRO my_element_at(a, i) AS CASE WHEN array_length(a) IS NULL THEN NULL ELSE list_extract(a, i) END;
