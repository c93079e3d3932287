import { expect } from 'vitest'
import { LOCAL_NAME_LIMITS, localNameEndpoints } from '#contract/local-names.ts'
import { test } from '#server/testing/world.ts'

const { list, change } = localNameEndpoints

test('names are added and removed regardless of case, and members get them sorted', async ({
  api,
  world,
}) => {
  const admin = api.as(await world.admin({ rights: ['settings'] }))
  const member = api.as(await world.member())
  await admin.call(change, { body: { add: ['Cedar Hollow', ' Alder Street ', 'cedar hollow'] } })
  expect(await member.call(list)).toEqual({ names: ['Alder Street', 'Cedar Hollow'] })
  await admin.call(change, { body: { remove: ['ALDER STREET', 'Nowhere'] } })
  expect(await member.call(list)).toEqual({ names: ['Cedar Hollow'] })
})

test('concurrent changes by two administrators lose no name', async ({ api, world }) => {
  const [one, other] = [api.as(await world.admin()), api.as(await world.admin())]
  await one.call(change, { body: { add: ['To remove'] } })
  await Promise.all([
    one.call(change, { body: { add: ['First Hill'], remove: ['To remove'] } }),
    other.call(change, { body: { add: ['Second Hill'] } }),
  ])
  const { names } = await one.call(list)
  expect(names).toEqual(expect.arrayContaining(['First Hill', 'Second Hill']))
  expect(names).not.toContain('To remove')
})

test('the audit log records that names changed, but not which', async ({ api, world, context }) => {
  const admin = await world.admin()
  await api.as(admin).call(change, { body: { add: ['Logged Lane'] } })
  await api.as(admin).call(change, { body: { add: ['logged lane'] } })
  const entries = await context.db
    .selectFrom('auditEntry')
    .select(['action', 'detail'])
    .where('adminId', '=', admin.id)
    .execute()
  expect(entries).toEqual([{ action: 'settings-changed', detail: { changed: ['localNames'] } }])
})

test.for([
  [['   '], 'Enter a name.'],
  [['--'], 'Names must have a letter or a number.'],
  [['Two\nlines'], 'Enter a single line of text.'],
  [['x'.repeat(61)], 'Names must be 60 characters or less.'],
  [
    Array.from({ length: LOCAL_NAME_LIMITS.names + 1 }, (_, index) => `Place ${index}`),
    'There can be up to 500 names.',
  ],
] as const)('names like %j are refused', async ([add, sentence], { admin }) => {
  const refusal = await admin.refuse(change, { body: { add: [...add] } })
  expect(refusal).toMatchObject({ status: 400, code: 'invalid_input' })
  expect(JSON.stringify(refusal.fields)).toContain(sentence)
})

test('the limit of names applies, however they are added', async ({ admin }) => {
  const { names } = await admin.call(list)
  const room = LOCAL_NAME_LIMITS.names - names.length
  const add = Array.from({ length: room }, (_, index) => `Filler ${index}`)
  await admin.call(change, { body: { add } })
  expect(await admin.refuse(change, { body: { add: ['One more'] } })).toMatchObject({
    status: 400,
    fields: { add: 'There can be up to 500 names.' },
  })
  await admin.call(change, { body: { remove: add } })
  expect(await admin.call(list)).toEqual({ names })
})
