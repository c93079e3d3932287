import { expect } from 'vitest'
import { operationsEndpoints } from '#contract/operations.ts'
import { buildApp } from '#server/http/app.ts'
import { test } from '#server/testing/world.ts'
import { fixtureMaker } from './community.ts'
import { operationsOf } from './document.ts'
import { describeFinding, fuzz, ROUND } from './run.ts'
import { injectInto } from './send.ts'

/** A fixed seed, so that every test run sends the same requests; `npm run fuzz` sends others. */
const SEED = 20_261_122
const ROUNDS = 15

test('generated requests in all roles have no findings', async ({ context, api }) => {
  const app = await buildApp(context)
  const origin = context.config.publicUrl
  const send = injectInto(app)
  const operations = operationsOf(await api.call(operationsEndpoints.openapi))
  const makeFixture = fixtureMaker({ db: context.db, origin, send })
  const target = { origin, operations, makeFixture, send }
  const report = await fuzz(target, { seed: SEED, isOver: (round) => round >= ROUNDS })
  await app.close()
  expect(report.findings.map(describeFinding)).toEqual([])
  expect(report.requests).toBe(ROUNDS * ROUND)
  // Many requests succeed, and few hit a rate limit.
  expect(report.statuses['200']).toBeGreaterThan(ROUNDS * ROUND * 0.2)
  expect(report.statuses['429'] ?? 0).toBeLessThan(ROUNDS * ROUND * 0.1)
})
