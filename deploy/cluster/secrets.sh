#!/bin/sh
# Makes the secrets of compose.yaml, once. Their folder is closed to others; the files are not, because each container
# reads them as another user.
set -eu
cd "$(dirname "$0")"
mkdir -m 700 secrets
cd secrets
umask 022

for name in postgres_password heddle_password replication_password operator_token; do
  openssl rand -hex 24 >"$name"
done
openssl rand -base64 32 >encryption_keys

password=$(cat heddle_password)
echo "postgres://heddle:$password@pgbouncer:6432/heddle" >database_url
echo "postgres://heddle:$password@primary:5432,replica:5432/heddle" >listen_database_url
echo "postgres://heddle:$password@replica:5432/heddle" >query_database_url
echo "\"heddle\" \"$password\"" >pgbouncer_users
