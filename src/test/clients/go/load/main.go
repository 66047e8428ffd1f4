// LOAD DATA LOCAL INFILE: the statement comes from TEST_STATEMENT.
package main

import (
	"database/sql"
	"fmt"
	"os"

	_ "github.com/go-sql-driver/mysql"
)

func main() {
	if err := load(); err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
}

func load() error {
	db, err := sql.Open("mysql", fmt.Sprintf("root:@tcp(127.0.0.1:%s)/%s?allowAllFiles=true&group_commit=%%27sync_mode%%27",
		os.Getenv("TEST_PORT"), os.Getenv("TEST_DB")))
	if err != nil {
		return err
	}
	defer db.Close()
	result, err := db.Exec(os.Getenv("TEST_STATEMENT"))
	if err != nil {
		return err
	}
	if rows, err := result.RowsAffected(); err != nil || rows != 5000 {
		return fmt.Errorf("%d rows, %v", rows, err)
	}
	return db.Ping()
}
