import { expect } from 'vitest'
import { operationsEndpoints } from '#contract/operations.ts'
import { buildApp } from '#server/http/app.ts'
import { test } from '#server/testing/world.ts'
import { sceneMaker } from './community.ts'
import { operationsOf } from './document.ts'
import { FACTOR_CALLS } from './factors.ts'
import { describeFinding, fuzz, type Report } from './run.ts'
import { injectInto } from './send.ts'

const SEED = 20_261_122
const ROUNDS = 4

const PROOFS = new Set(['POST /api/step-up', 'POST /api/login/factor'])

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
  const run = (some: typeof operations): Promise<Report> =>
    fuzz(
      { origin, operations: some, makeScene, send },
      { seed: SEED, isOver: (round) => round >= ROUNDS },
    )
  const all = await run(operations)
  // A proof is right once in many tries.
  const proofs = await run(operations.filter(({ method, path }) => PROOFS.has(`${method} ${path}`)))
  await app.close()
  expect([...all.findings, ...proofs.findings].map(describeFinding)).toEqual([])
  expect(Object.keys(all.calls)).toHaveLength(operations.length)
  const neverDone = Object.entries({ ...all.calls, ...proofs.calls })
    .filter(([, statuses]) => !statuses['200'] && !statuses['201'] && !statuses['204'])
    .map(([call]) => call)
  expect(neverDone.filter((call) => !NEEDS_A_DEVICE.has(call))).toEqual([])
  expect(operations.length).toBeGreaterThanOrEqual(14)
})
