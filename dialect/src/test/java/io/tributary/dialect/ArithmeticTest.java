package io.tributary.dialect;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.ColumnType.Kind;
import io.tributary.contract.schema.SqlMode;
import io.tributary.contract.schema.TableProperties;
import io.tributary.contract.schema.TableSchema;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ArithmeticTest {
    private static final Set<String> KEYWORDS = Set.of(
            "SELECT",
            "FROM",
            "WHERE",
            "AND",
            "AS",
            "CASE",
            "WHEN",
            "THEN",
            "ELSE",
            "UNION",
            "SET",
            "INTERVAL",
            "DIV",
            "MOD",
            "OVER",
            "BY",
            "GROUP",
            "HAVING",
            "IN",
            "DISTINCT",
            "UPDATE",
            "WITH");
    private static final ColumnTypes TYPES = new ColumnTypes(() -> List.of(
            table(
                    "t",
                    Column.of("u", ColumnType.unsigned(32), true),
                    Column.of("i", ColumnType.of(Kind.INT), true),
                    Column.of("big", ColumnType.unsigned(64), true),
                    Column.of("d", ColumnType.decimal(9, 2), true)),
            table("other", Column.of("u", ColumnType.of(Kind.INT), true))));

    private static TableSchema table(String name, Column... columns) {
        return new TableSchema(
                1,
                "shop",
                name,
                1,
                TableSchema.KeyModel.DUPLICATE,
                List.of(columns),
                TableProperties.defaults(),
                TableSchema.Layout.none());
    }

    private static Arithmetic find(List<Token> tokens) {
        ArithmeticTree tree = new ArithmeticTree(tokens, KEYWORDS);
        ColumnNames names = new ColumnNames(tokens, TYPES);
        ExactNumbers numbers = new ExactNumbers(tokens, tree, names);
        return Arithmetic.find(tokens, tree, names, numbers, BranchScales.find(tokens, tree, names, numbers));
    }

    /** Returns the statement with braces around what is written twice. */
    private static String written(String sql) {
        List<Token> tokens = Tokenizer.tokenize(sql, SqlMode.NONE);
        Arithmetic found = find(tokens);
        Map<Integer, String> ends = new HashMap<>();
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < tokens.size(); i++) {
            text.append(ends.getOrDefault(i, ""));
            Arithmetic.Expression expression = found.at(i);
            if (expression != null) {
                ends.put(expression.end(), expression.closing() + (expression.isTyped() ? "}" : ""));
                text.append(expression.isTyped() ? "{" : "");
            }
            String token = found.isSeparator(i) ? "," : tokens.get(i).text();
            text.append(found.before(i)).append(token).append(' ');
        }
        return text.toString()
                .replaceAll("\\s+", "")
                .replace("my_precise", "P")
                .replace("my_unsigned_", "U_")
                .replace("my_wide_", "W_");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            textBlock =
                    """
                    SELECT a/b                        ; SELECTa/b
                    SELECT a*b/c                      ; SELECTa*b/c
                    SELECT 1/3*3 FROM t               ; SELECT{P(1,3)*3}FROMt
                    SELECT a/b/c                      ; SELECT{P(a,b)/c}
                    SELECT a/b/c*d                    ; SELECT{P(P(a,b),c)*d}
                    SELECT a + b/c - d/e              ; SELECT{a+P(b,c)-P(d,e)}
                    SELECT (a/b)*c, -a/b*c            ; SELECT{(P(a,b))*c},{P(-a,b)*c}
                    SELECT round(a/b, 8), abs(a/b)    ; SELECTround(P(a,b),8),abs(a/b)
                    SELECT sum(a/b), sum(a)/b*c       ; SELECT{sum(P(a,b))},{P(sum(a),b)*c}
                    SELECT max(a/b)*c, max(a/b)       ; SELECT{max(P(a,b))*c},max(a/b)
                    SELECT CASE WHEN x THEN a/b END*c ; SELECT{CASEWHENxTHENP(a,b)END*c}
                    SELECT concat(a/b*c, d/e)         ; SELECTconcat({P(a,b)*c},d/e)
                    SELECT a/sum(a) OVER (PARTITION)*c; SELECT{P(a,sum(a)OVER(PARTITION))*c}
                    SELECT a/b*c + INTERVAL 1 DAY     ; SELECTa/b*c+INTERVAL1DAY
                    """)
    void quotientsThatAreCalculatedWithArePrecise(String sql, String text) {
        assertThat(written(sql)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            textBlock =
                    """
                    SELECT u - 1 FROM t                             ; SELECTU_minus(u,1)FROMt
                    SELECT i + 1 - t.U + 2 AS x FROM t              ; SELECTU_plus(U_minus(i+1,t.U),2)ASxFROMt
                    SELECT 1 FROM t WHERE big - 1 > i - 5           ; SELECT1FROMtWHEREW_minus(big,1)>i-5
                    UPDATE t SET u = u - 1, i = i - 1 WHERE u-i = 0 ; UPDATEtSETu=U_minus(u,1),i=i-1WHEREU_minus(u,i)=0
                    SELECT max(u - i), (u - 1) * 2 FROM t           ; SELECTmax(U_minus(u,i)),U_times((U_minus(u,1)),2)FROMt
                    SELECT u - d, u - 1.5, u - '1', u - ? FROM t    ; SELECTu-d,u-1.5,u-1,u-?FROMt
                    SELECT u * 2 - 1, -u - 1 FROM t                 ; SELECTU_minus(U_times(u,2),1),-u-1FROMt
                    SELECT u DIV 2 - 1, u % i - 1, i % u - 1 FROM t ; SELECTU_minus(uDIV2,1),U_minus(u%i,1),i%u-1FROMt
                    SELECT CAST(i AS UNSIGNED) - 1 FROM t           ; SELECTW_minus(CAST(iASUNSIGNED),1)FROMt
                    SELECT (SELECT u FROM t) - 1                    ; SELECTU_minus((SELECTuFROMt),1)
                    SELECT u - 1 FROM t, other                      ; SELECTu-1FROMt,other
                    SELECT u - 1 FROM (SELECT u FROM t) AS x        ; SELECTU_minus(u,1)FROM(SELECTuFROMt)ASx
                    SELECT a - 1 FROM (SELECT u AS a FROM t) AS x   ; SELECTU_minus(a,1)FROM(SELECTuASaFROMt)ASx
                    SELECT u - 1 FROM (SELECT i AS u FROM t) AS x   ; SELECTu-1FROM(SELECTiASuFROMt)ASx
                    SELECT u - 1 FROM (SELECT 5 u FROM t) AS x      ; SELECTu-1FROM(SELECT5uFROMt)ASx
                    SELECT a - 1 FROM (SELECT u + 0 a FROM t) x     ; SELECTU_minus(a,1)FROM(SELECTU_plus(u,0)aFROMt)x
                    SELECT x.u - 1 FROM (SELECT * FROM t) x         ; SELECTU_minus(x.u,1)FROM(SELECT*FROMt)x
                    WITH x(a) AS (SELECT u FROM t) SELECT a-1 FROM x; WITHx(a)AS(SELECTuFROMt)SELECTU_minus(a,1)FROMx
                    SELECT a-1 FROM (SELECT u a FROM t UNION SELECT u FROM t) x; SELECTU_minus(a,1)FROM(SELECTuaFROMtUNIONSELECTuFROMt)x
                    SELECT a-1 FROM (SELECT u a FROM t UNION SELECT i FROM t) x; SELECTa-1FROM(SELECTuaFROMtUNIONSELECTiFROMt)x
                    SELECT a-1 FROM (SELECT u FROM t) AS x(a)       ; SELECTU_minus(a,1)FROM(SELECTuFROMt)ASx(a)
                    SELECT if(i, u, u) - 1, if(i, u, i) - 1 FROM t  ; SELECTU_minus(if(i,u,u),1),if(i,u,i)-1FROMt
                    SELECT (u | 1) - 1, -big, u DIV i FROM t        ; SELECTU_minus((u|1),1),my_narrow(-big),U_div(u,i)FROMt
                    SELECT a-1 FROM (SELECT i a FROM t) x, (SELECT u b FROM t) y; SELECTa-1FROM(SELECTiaFROMt)x,(SELECTubFROMt)y
                    WITH RECURSIVE x AS (SELECT a + u AS a FROM x) SELECT a - 1 FROM x; WITHRECURSIVExAS(SELECTa+uASaFROMx)SELECTa-1FROMx
                    SELECT u - 1 FROM nowhere                       ; SELECTu-1FROMnowhere
                    """)
    void arithmeticOfUnsignedColumnsIsFound(String sql, String text) {
        assertThat(written(sql)).isEqualTo(text);
    }
}
