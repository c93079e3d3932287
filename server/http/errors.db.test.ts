import { sql } from 'kysely'
import { expect } from 'vitest'
import { test } from '#server/testing/world.ts'
import { MEMBER_RULE } from './errors.ts'

test('the pattern for foreign keys to members matches all of them and no others', async ({
  context,
}) => {
  const { rows } = await sql<{ name: string; isToMember: boolean }>`
    select conname as name, confrelid = 'member'::regclass as is_to_member
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`.execute(
    context.db,
  )
  const known = rows.filter(({ name }) => MEMBER_RULE.test(name))
  expect(known.length).toBeGreaterThan(20)
  expect(known).toEqual(rows.filter(({ isToMember }) => isToMember))
})
