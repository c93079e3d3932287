import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createLog, LOG_OPTIONS, readableLine } from './log.ts'

test('on a terminal, lines are readable, with the stack of an error below its line', () => {
  const lines: string[] = []
  const write = (text: string): number => lines.push(text)
  const log = createLog({ logLevel: 'info' }, { isTTY: true, write })
  log
    .child({ reqId: 'x' })
    .info({ method: 'GET', route: '/api/stories', status: 200, ms: 3.2 }, 'request')
  log.error({ err: new Error('It broke.'), queue: 'send-email' }, 'background failure')
  log.debug('not shown')
  expect(lines).toHaveLength(2)
  expect(lines[0]).toMatch(/^\d\d:\d\d:\d\d INFO {2}request GET \/api\/stories 200 3\.2 ms\n$/)
  expect(lines[1]).toMatch(
    /^\d\d:\d\d:\d\d ERROR background failure queue="send-email"\nError: It broke\.\n {4}at /,
  )
})

test('an error is logged without the row values that the database adds to it', () => {
  const lines: string[] = []
  const log = createLog({ logLevel: 'info' }, { isTTY: true, write: (text) => lines.push(text) })
  const cause = Object.assign(new Error('duplicate key'), {
    detail: 'Key (email)=(ann@example.org)',
  })
  const err = Object.assign(new Error('It broke.', { cause }), {
    code: '23505',
    client: { port: 1 },
  })
  const json: string[] = []
  pino(LOG_OPTIONS, { write: (line: string) => json.push(line) }).error({ err }, 'failed')
  log.error({ err }, 'failed')
  expect(JSON.parse(json.join(''))).toMatchObject({
    err: { type: 'Error', code: '23505', stack: err.stack, cause: { stack: cause.stack } },
  })
  expect([...lines, ...json].join('')).not.toMatch(/ann@example|client|detail/)
})

test('a line without a message shows only its details', () => {
  const line = JSON.stringify({ level: 40, time: '2026-03-05T12:00:00.000Z', node: 2 })
  expect(readableLine(line)).toMatch(/ WARN {2}node=2\n$/)
})
