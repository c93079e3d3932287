import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { cloneDatabase } from '#server/testing/template-database.ts'
import { migrate } from './migrate.ts'
import { prepareDatabase } from './prepare.ts'
import { createEmbeddedRoles } from './roles.ts'

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

async function openDatabase(): Promise<{ app: pg.Client; superuser: pg.Client; adminUrl: string }> {
  const database = await cloneDatabase(inject('adminUrl'))
  onTestFinished(() => database.drop())
  const { adminUrl, url } = database
  return { app: await connect(url), superuser: await connect(adminUrl), adminUrl }
}

const ADD_ADMIN = `
  insert into member (username, username_key, email, password_hash, anonymous_username,
    anonymous_username_key, rights, time_zone)
  values ('ann', 'ann', 'ann@example.org', '', 'Quiet Oak', 'quietoak', '{keeper}', 'UTC')
  returning member_id`
const ADD_ENTRY = `
  insert into audit_entry (admin_id, action, subject_type, subject_id)
  select member_id, 'story.approved', 'story', '1' from member returning audit_entry_id`

test.each([
  ["copy tag from program 'id'", 'permission denied to COPY to or from an external program'],
  ["select pg_read_file('postgresql.conf')", 'permission denied for function pg_read_file'],
  ['create table mine (id int)', 'permission denied for schema public'],
  ['create table job.mine (id int)', 'permission denied for schema job'],
  ['create schema mine', 'permission denied for database'],
  ['create role mine superuser', 'permission denied to create role'],
  ['alter table member add column mine int', 'must be owner of table member'],
  ['drop table story', 'must be owner of table story'],
  ['truncate story cascade', 'permission denied for table'],
  ['update audit_entry set action = action', 'permission denied for table audit_entry'],
  ['delete from audit_entry', 'permission denied for table audit_entry'],
  ['truncate audit_entry', 'permission denied for table audit_entry'],
  ['update audit_link set position = 0', 'permission denied for table audit_link'],
  ['delete from audit_link', 'permission denied for table audit_link'],
  ['delete from schema_migration', 'permission denied for table schema_migration'],
  ["set session_replication_role = 'replica'", 'permission denied to set parameter'],
  ['set role folx_owner', 'permission denied to set role "folx_owner"'],
])('the application role may not: %s', async (statement, refusal) => {
  const { app } = await openDatabase()
  await expect(app.query(statement)).rejects.toThrow(refusal)
})

test('the audit log keeps an entry without its name when the administrator deletes their account', async () => {
  const { app } = await openDatabase()
  await app.query(ADD_ADMIN)
  await app.query(ADD_ENTRY)
  await app.query('delete from member')
  const { rows } = await app.query('select admin_id, action from audit_entry')
  expect(rows).toEqual([{ admin_id: null, action: 'story.approved' }])
})

test('a database owned by the superuser is handed over with all its objects at the start', async () => {
  const { superuser, adminUrl } = await openDatabase()
  const old = new URL(adminUrl)
  old.pathname = `/old_${crypto.randomUUID().replaceAll('-', '')}`
  const name = old.pathname.slice(1)
  await superuser.query(`create database ${name}`)
  onTestFinished(async () => {
    const maintenance = new pg.Client({ connectionString: inject('adminUrl') })
    await maintenance.connect()
    await maintenance.query(`drop database ${name} with (force)`)
    await maintenance.end()
  })
  await migrate(old.href)
  await prepareDatabase({ ownerUrl: old.href, url: old.href })
  const before = await connect(old.href)
  await before.query(ADD_ADMIN)

  const urls = await createEmbeddedRoles(old.href)
  await expect(prepareDatabase(urls)).resolves.toEqual({ name: 'folx_app', isSuperuser: false })

  const left = await before.query(`
    select relname as name from pg_class where relowner = current_user::regrole
      and relnamespace in ('public'::regnamespace, 'job'::regnamespace)
    union all select proname from pg_proc where proowner = current_user::regrole
      and pronamespace in ('public'::regnamespace, 'job'::regnamespace)
    union all select typname from pg_type where typowner = current_user::regrole
      and typnamespace in ('public'::regnamespace, 'job'::regnamespace)
    union all select nspname from pg_namespace where nspowner = current_user::regrole
      and nspname = 'job'
    union all select datname from pg_database where datdba = current_user::regrole
      and datname = current_database()`)
  expect(left.rows).toEqual([])
  const app = await connect(urls.url)
  expect((await app.query('select username from member')).rows).toEqual([{ username: 'ann' }])
  expect((await app.query(ADD_ENTRY)).rowCount).toBe(1)
  await expect(app.query('delete from audit_entry')).rejects.toThrow('permission denied')
})

test('nodes that start at the same time can all prepare the same database', async () => {
  const { adminUrl } = await openDatabase()
  const urls = await createEmbeddedRoles(adminUrl)
  const roles = await Promise.all([1, 2, 3, 4].map(() => prepareDatabase(urls)))
  expect(roles).toHaveLength(4)
})

test('a single role for everything is reported as a superuser', async () => {
  const { adminUrl } = await openDatabase()
  const role = await prepareDatabase({ ownerUrl: adminUrl, url: adminUrl })
  expect(role).toEqual({ name: 'folx', isSuperuser: true })
})
