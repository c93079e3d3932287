import { expect } from 'vitest'
import { operationsEndpoints } from '#contract/operations.ts'
import { buildApp } from '#server/http/app.ts'
import { test } from '#server/testing/world.ts'
import { sceneMaker } from './community.ts'
import { operationsOf } from './document.ts'
import { FACTOR_CALLS } from './factors.ts'
import { describeFinding, fuzz } from './run.ts'
import { injectInto } from './send.ts'

const SEED = 20_261_122
const ROUNDS = 4

/** What only a real authenticator or app could do, of which a generated request has none. */
const NEEDS_A_DEVICE = new Set(['POST /api/user/passkeys', 'POST /api/user/totp/confirm'])

test('generated requests get through every call for second factors', async ({ context, api }) => {
  const app = await buildApp(context)
  const origin = context.config.publicUrl
  const send = injectInto(app)
  const operations = operationsOf(await api.call(operationsEndpoints.openapi)).filter(({ path }) =>
    FACTOR_CALLS.test(path),
  )
  const makeScene = sceneMaker({ db: context.db, origin, send })
  const target = { origin, operations, makeScene, send }
  const report = await fuzz(target, { seed: SEED, isOver: (round) => round >= ROUNDS })
  await app.close()
  expect(report.findings.map(describeFinding)).toEqual([])
  expect(Object.keys(report.calls)).toHaveLength(operations.length)
  const neverDone = Object.entries(report.calls)
    .filter(([, statuses]) => !statuses['200'] && !statuses['201'] && !statuses['204'])
    .map(([call]) => call)
  expect(neverDone.filter((call) => !NEEDS_A_DEVICE.has(call))).toEqual([])
  expect(operations.length).toBeGreaterThanOrEqual(14)
})
