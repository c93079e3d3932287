#!/bin/sh
# Runs once, when the database is made: the owner of the tables, and the role that the server has.
# The superuser keeps no password, so that nobody can log in as it from another container.
set -eu
psql -v ON_ERROR_STOP=1 -v owner="$FOLX_OWNER_PASSWORD" -v app="$FOLX_APP_PASSWORD" \
  --username postgres <<'SQL'
alter role postgres password null;
create role folx_owner login password :'owner';
create role folx_app login password :'app';
create database folx owner folx_owner;
SQL
