module tributary.test/lineitem

// The newest driver that Debian 12's Go 1.19 compiles.
go 1.18

require github.com/go-sql-driver/mysql v1.8.1

require filippo.io/edwards25519 v1.1.0 // indirect
