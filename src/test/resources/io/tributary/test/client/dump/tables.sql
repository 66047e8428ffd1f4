CREATE TABLE integers (
    id INT NOT NULL AUTO_INCREMENT,
    t TINYINT, tu TINYINT UNSIGNED, s SMALLINT, su SMALLINT UNSIGNED, m MEDIUMINT, mu MEDIUMINT UNSIGNED,
    i INT DEFAULT -7, iu INT UNSIGNED, b BIGINT, bu BIGINT UNSIGNED, yes BOOLEAN NOT NULL DEFAULT TRUE,
    PRIMARY KEY (id), KEY by_i (i, iu)
) COMMENT = 'every width; it''s "quoted"';
INSERT INTO integers VALUES
    (1, -128, 255, -32768, 65535, -8388608, 16777215, -2147483648, 4294967295, -9223372036854775808, 18446744073709551615, 0),
    (2, 127, 0, 32767, 0, 8388607, 0, 2147483647, 0, 9223372036854775807, 0, 1),
    (7, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1);
INSERT INTO integers (t) VALUES (8);

CREATE TABLE fractions (
    id BIGINT UNSIGNED NOT NULL, f FLOAT, d DOUBLE, fixed DECIMAL(10, 3) NOT NULL DEFAULT 1.500, whole DECIMAL(38, 0), wide DECIMAL(38, 30),
    positive DECIMAL(5, 2) UNSIGNED, PRIMARY KEY (id), CONSTRAINT ordered CHECK (positive IS NULL OR positive <= 100)
);
INSERT INTO fractions VALUES
    (0, 0, 0, 0, 0, 0, 0),
    (1, 3.40282e38, 1.7976931348623157e308, 9999999.999, 99999999999999999999999999999999999999, 99999999.999999999999999999999999999999, 100),
    (2, -1.17549e-38, -2.2250738585072014e-308, -9999999.999, -99999999999999999999999999999999999999, -0.000000000000000000000000000001, 0.01),
    (18446744073709551615, 0.1, 0.1, 0.001, NULL, NULL, NULL),
    (5, NULL, NULL, 1, 1, 1, NULL);

CREATE TABLE texts (
    id INT NOT NULL PRIMARY KEY, c CHAR(10), v VARCHAR(200) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL DEFAULT 'it''s "x" \\ ',
    tiny TINYTEXT, plain TEXT, medium MEDIUMTEXT, wide LONGTEXT, folded VARCHAR(50) COLLATE utf8mb4_general_ci COMMENT 'a "b" ''c'' \\ ü'
);
INSERT INTO texts VALUES
    (1, '', '', '', '', '', '', ''),
    (2, 'ten chars!', 'quote '' double " back \\ percent % under _ \0 nul \n line \r return \t tab \Z sub \b back', 'ü', 'ÄÖÜ€😀', '-- no comment', '/* nor this */; DROP TABLE texts;', 'Bob'),
    (3, NULL, DEFAULT(v), NULL, NULL, NULL, NULL, NULL),
    (4, ' lead', 'NULL', REPEAT('t', 255), REPEAT('p', 65535), REPEAT('ü', 50000), REPEAT('w😀', 100000), '\\N');

CREATE TABLE bytes_of_all_kinds (
    id VARBINARY(16) NOT NULL, fixed BINARY(4), variable VARBINARY(300), tiny TINYBLOB, plain BLOB, medium MEDIUMBLOB, wide LONGBLOB,
    PRIMARY KEY (id)
);
INSERT INTO bytes_of_all_kinds VALUES
    ('', '', '', '', '', '', ''),
    (0x00, 0x00000000, 0x00010203, 0x27225C, 0x00270A0D1A5C22, 0xFF, 0x80818283),
    (0xFFFE, 0xFFFFFFFF, REPEAT(0xFF, 300), REPEAT(0x27, 255), REPEAT(0x5C, 65535), REPEAT(0x00, 70000), REPEAT(0x0A, 100000)),
    ('null', NULL, NULL, NULL, NULL, NULL, NULL);

CREATE TABLE times (
    id INT NOT NULL PRIMARY KEY, day DATE, moment DATETIME, fine DATETIME(6), milli DATETIME(3),
    stamp TIMESTAMP NULL DEFAULT NULL, fine_stamp TIMESTAMP(6) NOT NULL DEFAULT CURRENT_TIMESTAMP(6),
    changed DATETIME DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP, span TIME, fine_span TIME(6), y YEAR
);
INSERT INTO times VALUES
    (1, '1000-01-01', '1000-01-01 00:00:00', '1000-01-01 00:00:00.000001', '1000-01-01 00:00:00.001', '1970-01-02 00:00:01',
        '1970-01-02 00:00:01.000001', '2024-02-29 00:00:00', '-838:59:59', '-838:59:59.000000', 1901),
    (2, '9999-12-31', '9999-12-31 23:59:59', '9999-12-31 23:59:59.999999', '9999-12-31 23:59:59.999', '2038-01-18 00:00:00',
        '2038-01-18 00:00:00.999999', '2024-02-29 12:34:56', '838:59:59', '12:34:56.789012', 2155),
    (3, NULL, NULL, NULL, NULL, NULL, '2024-01-01 00:00:00', NULL, NULL, NULL, NULL),
    (4, '2024-02-29', '2024-03-31 02:30:00', '2024-10-27 02:30:00.5', '2024-01-01', '2024-03-31 12:00:00', '2024-03-31 12:00:00', '2024-01-01', '00:00:00', '-00:00:00.5', 1999);

CREATE TABLE choices (
    id SMALLINT UNSIGNED NOT NULL PRIMARY KEY, size ENUM('small', 'it''s "large"', 'ü', '') NOT NULL DEFAULT 'small',
    colours SET('red', 'green', 'blue') DEFAULT 'red,blue', flag BIT(1) DEFAULT b'1', mask BIT(63), document JSON
);
INSERT INTO choices VALUES
    (1, 'small', '', b'0', 0, '{"a": [1, 2.5, null, "it\\"s", "ü😀"]}'),
    (2, 'it''s "large"', 'red,green,blue', b'1', 9223372036854775807, '"text"'),
    (3, 'ü', NULL, NULL, NULL, NULL),
    (4, '', 'green', b'1', 48, '[]');

CREATE TABLE customers (
    id INT NOT NULL AUTO_INCREMENT, name VARCHAR(100) NOT NULL, PRIMARY KEY (id), KEY by_name (name(20))
) AUTO_INCREMENT = 1000;
INSERT INTO customers (name) VALUES ('Ann'), ('Bob'), ('Zoë');

CREATE TABLE orders (
    region CHAR(2) NOT NULL, number INT NOT NULL, customer INT, amount DECIMAL(12, 2) NOT NULL, note TEXT,
    PRIMARY KEY (region, number), KEY of_customer (customer),
    CONSTRAINT of_a_customer FOREIGN KEY (customer) REFERENCES customers (id) ON DELETE SET NULL ON UPDATE CASCADE,
    CONSTRAINT positive CHECK (amount > 0 AND number <> 0)
);
INSERT INTO orders VALUES ('de', 1, 1000, 12.50, 'first'), ('de', 2, 1002, 0.01, NULL), ('fr', 1, NULL, 9999999999.99, '');

CREATE TABLE keyless (a INT, b VARCHAR(10));
INSERT INTO keyless VALUES (1, 'same'), (1, 'same'), (NULL, NULL), (2, 'two');

CREATE TABLE `odd ``name``` (`select` INT NOT NULL, `a b` VARCHAR(10) NOT NULL DEFAULT '', `ü` INT COMMENT 'semi;colon', UNIQUE KEY `the key` (`select`, `a b`));
INSERT INTO `odd ``name``` VALUES (1, 'x', 2), (1, 'y', NULL), (2, 'x', -1);

CREATE TABLE computed (
    id INT NOT NULL PRIMARY KEY, a INT, s VARCHAR(20), twice BIGINT GENERATED ALWAYS AS (`a` * 2) STORED,
    loud VARCHAR(30) GENERATED ALWAYS AS (concat(`s`, '!')) VIRTUAL COMMENT 'it''s'
);
INSERT INTO computed (id, a, s) VALUES (1, 7, 'x'), (2, NULL, 'it''s'), (3, -1, NULL);
