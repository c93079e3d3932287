import Fastify from 'fastify'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { ERROR_STATUS, ErrorBody, type ErrorCode } from '#contract/errors.ts'
import { PoolBusyError } from '#server/db/take-connection.ts'
import { AppError } from '#server/domain/app-error.ts'
import { LOG_OPTIONS } from '#server/log.ts'
import { sendError } from './errors.ts'

/** The answer and the log line when a handler throws. */
async function answerTo(error: unknown): Promise<{
  status: number
  headers: Record<string, unknown>
  body: ErrorBody
  log: string
}> {
  const lines: string[] = []
  const app = Fastify({
    loggerInstance: pino(
      { ...LOG_OPTIONS, level: 'trace' },
      { write: (line: string) => lines.push(line) },
    ),
  })
  app.setErrorHandler(sendError)
  app.get('/', () => {
    throw error
  })
  const response = await app.inject('/')
  await app.close()
  const body = ErrorBody.strict().parse(response.json())
  return { status: response.statusCode, headers: response.headers, body, log: lines.join('') }
}

test.each(Object.entries(ERROR_STATUS))('%s answers %i', async (code, status) => {
  // The record's own keys.
  const { status: answered, body } = await answerTo(new AppError(code as ErrorCode, 'A sentence.'))
  expect(answered).toBe(status)
  expect(body).toMatchObject({ code, message: 'A sentence.', error: 'A sentence.' })
})

test('an error has its fields, and its wait as a Retry-After header', async () => {
  const fields = { email: 'Email is already registered' }
  const { body } = await answerTo(new AppError('conflict', 'Taken.', { fields }))
  expect(body.fields).toEqual(fields)
  const limited = await answerTo(new AppError('rate_limited', 'Wait.', { retryAfterSeconds: 7 }))
  expect(limited.headers['retry-after']).toBe('7')
})

test('every 503 has a Retry-After header, and other errors have one only when a wait is given', async () => {
  const away = await answerTo(new AppError('provider_unavailable', 'Later.'))
  expect(away.headers['retry-after']).toBe('30')
  const busy = new AppError('provider_unavailable', 'Busy.', { retryAfterSeconds: 5 })
  expect((await answerTo(busy)).headers['retry-after']).toBe('5')
  const database = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })
  expect((await answerTo(database)).headers['retry-after']).toBe('30')
  for (const code of ['conflict', 'internal', 'not_found'] as const) {
    const { headers } = await answerTo(new AppError(code, 'A sentence.'))
    expect(headers['retry-after']).toBeUndefined()
  }
})

test('errors must not be cached', async () => {
  const { headers } = await answerTo(new AppError('not_found', 'Gone.'))
  expect(headers['cache-control']).toBe('no-store')
})

test.each([
  ['a bug', new TypeError('Cannot read properties of undefined (reading secret)')],
  ['a text', 'a secret text'],
  ['nothing', undefined],
  ['a query', Object.assign(new Error('syntax error at secret'), { code: '42601' })],
])('%s is answered without details, which are logged', async (_, error) => {
  const { status, body, log } = await answerTo(error)
  expect(status).toBe(500)
  expect(body.message).toBe('Something went wrong on our side. Please try again.')
  expect(JSON.stringify(body)).not.toMatch(/secret|undefined/)
  expect(log).toContain(body.requestId)
  expect(log).toContain('"level":50')
})

test.each([
  Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' }),
  Object.assign(new Error('terminating connection'), { code: '57P01' }),
  Object.assign(new Error('starting up'), { code: '57P03' }),
  Object.assign(new Error('too many clients'), { code: '53300' }),
  Object.assign(new Error('broken'), { code: '08006' }),
  Object.assign(new Error('cannot execute INSERT in a read-only transaction'), { code: '25006' }),
  Object.assign(new Error('canceled: conflict with recovery'), { code: '40001' }),
  new Error('Connection terminated unexpectedly'),
  new Error('timeout exceeded when trying to connect'),
  new AggregateError([Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })]),
])('%s means that the database is unavailable', async (error) => {
  const { status, body } = await answerTo(error)
  expect(status).toBe(503)
  expect(body.code).toBe('provider_unavailable')
  expect(body.message).not.toContain('5432')
})

test('when the server is too busy, callers are asked to wait and nothing is logged', async () => {
  const { status, headers, log } = await answerTo(new PoolBusyError('busy'))
  expect(status).toBe(503)
  expect(headers['retry-after']).toBe('5')
  expect(log).not.toContain('"level":50')
})

test('a member who was deleted during a call is not signed in', async () => {
  const broken = { code: '23503', constraint: 'story_member_id_fkey' }
  const { status, body } = await answerTo(Object.assign(new Error('foreign key'), broken))
  expect(status).toBe(401)
  expect(body.code).toBe('not_signed_in')
  const other = { code: '23503', constraint: 'story_tag_tag_id_fkey' }
  expect((await answerTo(Object.assign(new Error('foreign key'), other))).status).toBe(500)
})

test('the values of a row that the database refused are not logged', async () => {
  const error = Object.assign(new Error('duplicate key value violates unique constraint "x"'), {
    code: '23505',
    detail: 'Key (email)=(ruth@example.org) already exists.',
    where: 'COPY member, line 1: "ruth@example.org"',
    internalQuery: "select 'ruth@example.org'",
    parameters: ['ruth@example.org'],
  })
  for (const thrown of [error, new Error('wrapped', { cause: error })]) {
    const { status, log } = await answerTo(thrown)
    expect(status).toBe(500)
    expect(log).toContain('duplicate key value')
    expect(log).not.toContain('ruth@example.org')
  }
})

test('an answer that breaks the contract is an internal error', async () => {
  const result = z.object({ id: z.int() }).safeParse({ id: 'ruth@example.org' })
  const { status, log } = await answerTo(result.error)
  expect(status).toBe(500)
  expect(log).not.toContain('ruth@example.org')
})
