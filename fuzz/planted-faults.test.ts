import Fastify, { type FastifyInstance } from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { operationsOf } from './document.ts'
import { describeFinding, type Fixture, fuzz, type Report, ROUND, type Target } from './run.ts'
import { injectInto } from './send.ts'

const ORIGIN = 'http://localhost:3000'
const SECRET = 'the-journal-of-another'

test('a server without faults has no findings', async () => {
  const report = await fuzzed({ path: '/api/sound', handler: sound })
  expect(report.findings.map(describeFinding)).toEqual([])
  expect(report.requests).toBeGreaterThan(900)
  expect(Object.keys(report.statuses)).toEqual(expect.arrayContaining(['200', '400', '401', '403']))
})

test.each<[kind: string, fault: Fault]>([
  [
    'server error',
    (call) => (JSON.stringify(call.body ?? '').includes('\\u0000') ? refuse(500) : sound(call)),
  ],
  [
    'leaked internals',
    (call) =>
      hasText(call.body)
        ? sound(call)
        : refuse(400, 'TypeError: no\n at handler (/srv/app/routes.ts:1)'),
  ],
  [
    'undocumented error',
    (call) => (hasText(call.body) ? sound(call) : { status: 400, json: { statusCode: 400 } }),
  ],
  ['undocumented answer', (call) => (ok(call) ? { status: 200, json: { text: 7 } } : sound(call))],
  ['wrong access', (call) => (call.role === 'newMember' ? refuse(401) : sound(call))],
  ['wrong access', (call) => sound({ ...call, role: call.role || 'member' })],
  ['foreign origin accepted', (call) => sound({ ...call, origin: ORIGIN })],
  [
    'undocumented input accepted',
    (call) => sound({ ...call, body: { text: String(Object(call.body).text) } }),
  ],
  [
    'secret of another',
    (call) => (ok(call) ? { status: 200, json: { text: SECRET } } : sound(call)),
  ],
])('finds a planted fault: %s', async (kind, handler) => {
  const report = await fuzzed({ path: '/api/planted', handler })
  expect(report.findings.map(({ problem }) => problem.kind)).toContain(kind)
})

test('a finding has the seed that reproduces it and the smallest request', async () => {
  const handler: Fault = (call) =>
    String(Object(call.body).text).includes('\0') ? refuse(500) : sound(call)
  const [first] = (await fuzzed({ path: '/api/planted', handler })).findings
  if (!first) throw new Error('The fault was not found.')
  expect(describeFinding(first)).toContain(`npm run fuzz -- --seed ${first.seed} --rounds 1`)
  expect(first.curl).toContain(`curl -i -X POST '${ORIGIN}/api/planted'`)
  expect(first.curl).toContain(String.raw`\x5cu0000`)
  expect(first.curl).not.toContain('isAdmin')
  const again = await fuzzed({ path: '/api/planted', handler, seed: first.seed, rounds: 1 })
  expect(again.findings).toEqual([first])
})

test('lanes share the rounds', async () => {
  const numbers: number[] = []
  const options = {
    lanes: 3,
    rounds: 5,
    afterRound: async (round: number) => void numbers.push(round),
  }
  const report = await fuzzed({ path: '/api/planted', handler: sound, ...options })
  expect(report.requests).toBe(5 * ROUND)
  expect(numbers.sort()).toEqual([0, 1, 2, 3, 4])
})

interface Called {
  role: string
  body: unknown
  origin: string | undefined
}

interface Answer {
  status: number
  json: object
}

type Fault = (call: Called) => Answer

function hasText(body: unknown): boolean {
  const text: unknown = Object(body).text
  return typeof text === 'string' && text.length >= 1 && text.length <= 20
}

function ok(call: Called): boolean {
  return sound(call).status === 200
}

/** Answers as the document below describes. */
function sound({ role, body, origin }: Called): Answer {
  if (origin !== ORIGIN) return refuse(403)
  if (!role) return refuse(401)
  if (!hasText(body)) return refuse(400)
  return { status: 200, json: { text: 'fine' } }
}

const CODES: Record<number, string> = {
  400: 'invalid_input',
  401: 'not_signed_in',
  403: 'not_allowed',
  500: 'internal',
}

function refuse(status: number, message = 'Please try something else.'): Answer {
  return { status, json: { message, error: message, code: CODES[status], requestId: 'one' } }
}

function documentOf(path: string): object {
  const text = { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] }
  const content = { 'application/json': { schema: text } }
  const responses = { 200: { content } }
  return { paths: { [path]: { post: { 'x-who': 'member', requestBody: { content }, responses } } } }
}

async function fuzzed({
  path,
  handler,
  seed = 1,
  rounds = 10,
  ...options
}: {
  path: string
  handler: Fault
  seed?: number
  rounds?: number
  lanes?: number
  afterRound?: (round: number) => Promise<void>
}): Promise<Report> {
  const app = serverWith(path, handler)
  onTestFinished(() => app.close())
  let isFound = false
  const target: Target = {
    origin: ORIGIN,
    operations: operationsOf(documentOf(path)),
    makeFixture: async () => fixture,
    send: injectInto(app),
  }
  return fuzz(target, {
    ...options,
    seed,
    isOver: (round) => isFound || round >= rounds,
    onFinding: () => {
      isFound = true
    },
  })
}

const fixture: Fixture = {
  knowledge: { ids: () => [], property: () => [] },
  cookieOf: async (role) => (role === 'visitor' ? undefined : role),
  forbiddenTo: () => [SECRET],
}

function serverWith(path: string, handler: Fault): FastifyInstance {
  const app = Fastify()
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, text, done) => {
    done(null, parse(String(text)))
  })
  app.setErrorHandler((_error, _request, reply) => reply.code(400).send(refuse(400).json))
  app.post(path, async ({ headers, body }, reply) => {
    const { status, json } = handler({ role: headers.cookie ?? '', body, origin: headers.origin })
    return reply.code(status).send(json)
  })
  return app
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
