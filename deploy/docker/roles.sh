#!/bin/sh
# Runs once, when the database is made: the owner of the tables, and the role that the server has.
set -eu
psql -v ON_ERROR_STOP=1 -v owner="$FOLX_OWNER_PASSWORD" -v app="$FOLX_APP_PASSWORD" \
  --username postgres <<'SQL'
create role folx_owner login password :'owner';
create role folx_app login password :'app';
create database folx owner folx_owner;
SQL
