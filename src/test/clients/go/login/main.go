// Logs in once for each argument: port,user,password,"plain" or "tls". Prints what came of each: "ok", USER() and the
// version of TLS, or "error", its number and its text.
package main

import (
	"database/sql"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/go-sql-driver/mysql"
)

func main() {
	for _, argument := range os.Args[1:] {
		login := strings.Split(argument, ",")
		name, version, err := logIn(login[0], login[1], login[2], login[3] == "tls")
		var failure *mysql.MySQLError
		switch {
		case errors.As(err, &failure):
			fmt.Printf("error %d %s\n", failure.Number, failure.Message)
		case err != nil:
			fmt.Printf("error 0 %s\n", err)
		case version == "":
			fmt.Printf("ok %s plain\n", name)
		default:
			fmt.Printf("ok %s %s\n", name, version)
		}
	}
}

func logIn(port, user, password string, tls bool) (name, version string, err error) {
	config := mysql.NewConfig()
	config.Net = "tcp"
	config.Addr = "127.0.0.1:" + port
	config.User = user
	config.Passwd = password
	if tls {
		config.TLSConfig = "skip-verify"
	}
	db, err := sql.Open("mysql", config.FormatDSN())
	if err != nil {
		return "", "", err
	}
	defer db.Close()
	db.SetMaxOpenConns(1)
	if err := db.QueryRow("SELECT USER()").Scan(&name); err != nil {
		return "", "", err
	}
	var variable string
	err = db.QueryRow("SHOW STATUS LIKE 'Ssl_version'").Scan(&variable, &version)
	return name, version, err
}
