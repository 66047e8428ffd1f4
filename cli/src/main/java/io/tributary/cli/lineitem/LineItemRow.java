package io.tributary.cli.lineitem;

import io.trino.tpch.LineItem;
import java.math.BigDecimal;
import java.sql.Date;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.LocalDate;

/** One row, its values ready for JDBC so that binding it again and again costs only the driver. */
public record LineItemRow(
        int orderKey,
        int partKey,
        int supplierKey,
        int lineNumber,
        BigDecimal quantity,
        BigDecimal extendedPrice,
        BigDecimal discount,
        BigDecimal tax,
        String returnFlag,
        String lineStatus,
        Date shipDate,
        Date commitDate,
        Date receiptDate,
        String shipInstructions,
        String shipMode,
        String comment) {
    static LineItemRow of(LineItem item) {
        return new LineItemRow(
                Math.toIntExact(item.getOrderKey()),
                Math.toIntExact(item.getPartKey()),
                Math.toIntExact(item.getSupplierKey()),
                item.getLineNumber(),
                BigDecimal.valueOf(item.getQuantity()),
                BigDecimal.valueOf(item.getExtendedPriceInCents(), 2),
                BigDecimal.valueOf(item.getDiscountPercent(), 2),
                BigDecimal.valueOf(item.getTaxPercent(), 2),
                item.getReturnFlag(),
                item.getStatus(),
                date(item.getShipDate()),
                date(item.getCommitDate()),
                date(item.getReceiptDate()),
                item.getShipInstructions(),
                item.getShipMode(),
                item.getComment());
    }

    private static Date date(int epochDay) {
        return Date.valueOf(LocalDate.ofEpochDay(epochDay));
    }

    /** Sets the parameters of {@link LineItemTable#INSERT}. */
    public void bind(PreparedStatement statement) throws SQLException {
        statement.setInt(1, orderKey);
        statement.setInt(2, partKey);
        statement.setInt(3, supplierKey);
        statement.setInt(4, lineNumber);
        statement.setBigDecimal(5, quantity);
        statement.setBigDecimal(6, extendedPrice);
        statement.setBigDecimal(7, discount);
        statement.setBigDecimal(8, tax);
        statement.setString(9, returnFlag);
        statement.setString(10, lineStatus);
        statement.setDate(11, shipDate);
        statement.setDate(12, commitDate);
        statement.setDate(13, receiptDate);
        statement.setString(14, shipInstructions);
        statement.setString(15, shipMode);
        statement.setString(16, comment);
    }

    /** Appends {@code (value, …)} as SQL literals; no value holds a quote or a backslash. */
    public void appendLiterals(StringBuilder sql) {
        sql.append('(').append(orderKey).append(',').append(partKey).append(',').append(supplierKey);
        sql.append(',')
                .append(lineNumber)
                .append(',')
                .append(quantity)
                .append(',')
                .append(extendedPrice);
        sql.append(',').append(discount).append(',').append(tax);
        appendTexts(sql);
        sql.append(')');
    }

    /** Appends {@code ('value', …)} with every value in quotes, as DataX writes them. */
    public void appendQuotedLiterals(StringBuilder sql) {
        sql.append("('").append(orderKey).append('\'');
        quote(sql, Integer.toString(partKey));
        quote(sql, Integer.toString(supplierKey));
        quote(sql, Integer.toString(lineNumber));
        quote(sql, quantity.toPlainString());
        quote(sql, extendedPrice.toPlainString());
        quote(sql, discount.toPlainString());
        quote(sql, tax.toPlainString());
        appendTexts(sql);
        sql.append(')');
    }

    private void appendTexts(StringBuilder sql) {
        quote(sql, returnFlag);
        quote(sql, lineStatus);
        quote(sql, shipDate.toString());
        quote(sql, commitDate.toString());
        quote(sql, receiptDate.toString());
        quote(sql, shipInstructions);
        quote(sql, shipMode);
        quote(sql, comment);
    }

    private static void quote(StringBuilder sql, String text) {
        sql.append(",'").append(text).append('\'');
    }
}
