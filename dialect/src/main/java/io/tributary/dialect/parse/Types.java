package io.tributary.dialect.parse;

import com.alibaba.druid.sql.ast.SQLArrayDataType;
import com.alibaba.druid.sql.ast.SQLDataType;
import com.alibaba.druid.sql.ast.SQLDataTypeImpl;
import com.alibaba.druid.sql.ast.SQLExpr;
import com.alibaba.druid.sql.ast.expr.SQLIntegerExpr;
import com.alibaba.druid.sql.ast.statement.SQLCharacterDataType;
import io.tributary.dialect.tree.TypeName;
import java.util.List;
import java.util.Locale;

/** Types of CAST. */
final class Types {
    private final Statement statement;

    Types(Statement statement) {
        this.statement = statement;
    }

    TypeName read(SQLDataType type) {
        if (type instanceof SQLArrayDataType array) {
            return new TypeName("ARRAY", List.of(), false, "", read(array.getComponentType()));
        }
        List<Integer> sizes = type.getArguments().stream().map(this::size).toList();
        String name = type.getName().toUpperCase(Locale.ROOT);
        boolean signed = name.startsWith("SIGNED") || name.startsWith("UNSIGNED");
        String charset = type instanceof SQLCharacterDataType text && text.getCharSetName() != null
                ? text.getCharSetName().toLowerCase(Locale.ROOT)
                : "";
        return new TypeName(
                signed ? name.replaceFirst(" .*", "") : name,
                sizes,
                type instanceof SQLDataTypeImpl number && number.isUnsigned(),
                charset,
                null);
    }

    private int size(SQLExpr size) {
        if (size instanceof SQLIntegerExpr number) {
            try {
                return Integer.parseInt(statement.value(number.getNumber().intValue()));
            } catch (NumberFormatException e) {
                // It is refused below.
            }
        }
        throw statement.refused();
    }
}
