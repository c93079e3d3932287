import { expect } from 'vitest'
import { operationsEndpoints } from '#contract/operations.ts'
import { buildApp } from '#server/http/app.ts'
import { test } from '#server/testing/world.ts'
import { fixtureMaker } from './community.ts'
import { operationsOf } from './document.ts'
import { FACTOR_CALLS } from './factors.ts'
import { describeFinding, fuzz, type Report } from './run.ts'
import { injectInto } from './send.ts'

const SEED = 20_261_122
/** Calls without a success are retried, because few requests have a valid proof and their own id. */
const MOST_ROUNDS = 40

/** Calls that need a real authenticator or app, which generated requests don't have. */
const NEEDS_A_DEVICE = new Set(['POST /api/user/passkeys', 'POST /api/user/totp/confirm'])

test('generated requests succeed on every call for second factors', async ({ context, api }) => {
  const app = await buildApp(context)
  const origin = context.config.publicUrl
  const send = injectInto(app)
  const operations = operationsOf(await api.call(operationsEndpoints.openapi)).filter(({ path }) =>
    FACTOR_CALLS.test(path),
  )
  const makeFixture = fixtureMaker({ db: context.db, origin, send })
  const run = (some: typeof operations, seed: number): Promise<Report> =>
    fuzz({ origin, operations: some, makeFixture, send }, { seed, isOver: (round) => round >= 1 })
  const findings: Report['findings'] = []
  const called = new Set<string>()
  let missed = operations
  for (let round = 0; round < MOST_ROUNDS && missed.length > 0; round++) {
    const report = await run(missed, SEED + round)
    findings.push(...report.findings)
    for (const call of Object.keys(report.calls)) called.add(call)
    const undone = undoneIn(report)
    missed = missed.filter(({ method, path }) => undone.includes(`${method} ${path}`))
  }
  await app.close()
  expect(findings.map(describeFinding)).toEqual([])
  expect(called.size).toBe(operations.length)
  expect(missed.map(({ method, path }) => `${method} ${path}`)).toEqual([])
  expect(operations.length).toBeGreaterThanOrEqual(14)
})

/** The calls that haven't succeeded yet and don't need a device. */
function undoneIn({ calls }: Report): string[] {
  return Object.entries(calls)
    .filter(([, statuses]) => !statuses['200'] && !statuses['201'] && !statuses['204'])
    .map(([call]) => call)
    .filter((call) => !NEEDS_A_DEVICE.has(call))
}
