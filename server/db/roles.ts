import { createHmac } from 'node:crypto'
import pg from 'pg'
import { withClient } from './with-client.ts'

/** The URLs of one database. Both are the same if one role does everything. */
export interface DatabaseUrls {
  /** For the role that owns the tables; used only for migrations. */
  ownerUrl: string
  /** For the role that the server runs as. */
  url: string
}

const OWNER = 'folx_owner'
const APP = 'folx_app'
/**
 * An arbitrary constant; the lock prevents two nodes from granting at once, which PostgreSQL
 * refuses.
 */
const GRANT_LOCK = 4_127_003

/** The role behind a connection. */
export interface Role {
  name: string
  isSuperuser: boolean
}

/**
 * The URLs of a database in the embedded cluster. Their passwords are derived from the superuser's,
 * so that the data folder has only one to store.
 */
export function embeddedUrls(superuserUrl: string): DatabaseUrls {
  return { ownerUrl: urlOf(superuserUrl, OWNER), url: urlOf(superuserUrl, APP) }
}

/**
 * Creates the owner and the application's role in the embedded cluster if they are missing, and
 * makes the owner own the database.
 */
export async function createEmbeddedRoles(superuserUrl: string): Promise<DatabaseUrls> {
  await withClient({ url: superuserUrl, name: 'folx-roles' }, async (client) => {
    for (const name of [OWNER, APP]) {
      const { rowCount } = await client.query('select from pg_roles where rolname = $1', [name])
      if (rowCount === 0) {
        await client.query(`create role ${name} login password '${passwordOf(superuserUrl, name)}'`)
      }
    }
    await client.query(HAND_OVER)
  })
  return embeddedUrls(superuserUrl)
}

export function findRole(url: string): Promise<Role> {
  return withClient({ url, name: 'folx-roles' }, async (client) => {
    const { rows } = await client.query<Role>(
      `select rolname as name, rolsuper as "isSuperuser" from pg_roles where rolname = current_user`,
    )
    const [role] = rows
    if (!role) throw new Error('The database did not return the current role.')
    return role
  })
}

/**
 * Grants the application's role what it needs and revokes grants of earlier releases. It can change
 * rows of all tables except the audit log and its chain, which it can only add to; it cannot change
 * or create tables. Deleting a member still clears `audit_entry.admin_id`: PostgreSQL does this as
 * the table's owner.
 */
export async function grantToApplication(ownerUrl: string, name: string): Promise<void> {
  const role = pg.escapeIdentifier(name)
  await withClient({ url: ownerUrl, name: 'folx-roles' }, (client) =>
    client.query(`
    begin;
    select pg_advisory_xact_lock(${GRANT_LOCK});
    grant usage on schema public, job to ${role};
    revoke all on all tables in schema public, job from ${role};
    grant select, insert, update, delete on all tables in schema public, job to ${role};
    revoke update, delete on audit_entry, audit_link from ${role};
    revoke insert, update, delete on schema_migration from ${role};
    commit`),
  )
}

function urlOf(superuserUrl: string, role: string): string {
  const url = new URL(superuserUrl)
  url.username = role
  url.password = passwordOf(superuserUrl, role)
  return url.href
}

function passwordOf(superuserUrl: string, role: string): string {
  const { password } = new URL(superuserUrl)
  return createHmac('sha256', password).update(role).digest('hex')
}

/**
 * In data folders of earlier releases and in restored dumps, every single object belongs to the
 * superuser.
 */
const HAND_OVER = `
do $$
declare
  change text;
begin
  for change in
    with own_schema as (
      select oid, nspname, nspowner from pg_namespace
      where nspname !~ '^pg_' and nspname <> 'information_schema'
    )
    select format('schema %I', nspname) from own_schema where nspowner = current_user::regrole
    union all
    select format('table %s', pg_class.oid::regclass)
      from pg_class join own_schema on own_schema.oid = relnamespace
      where relowner = current_user::regrole and relkind in ('r', 'p')
    union all
    select format('type %s', pg_type.oid::regtype)
      from pg_type join own_schema on own_schema.oid = typnamespace
      where typowner = current_user::regrole and typtype = 'e'
    union all
    select format('routine %s', pg_proc.oid::regprocedure)
      from pg_proc join own_schema on own_schema.oid = pronamespace
      where proowner = current_user::regrole
    union all
    select format('database %I', datname) from pg_database
      where datname = current_database() and datdba = current_user::regrole
  loop
    execute format('alter %s owner to ${OWNER}', change);
  end loop;
end $$`
