import { expect, test } from 'vitest'
import { createLog, readableLine } from './log.ts'

test('on a terminal a line reads well, with the stack of an error below it', () => {
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

test('a line without a message is its details', () => {
  const line = JSON.stringify({ level: 40, time: '2026-03-05T12:00:00.000Z', node: 2 })
  expect(readableLine(line)).toMatch(/ WARN {2}node=2\n$/)
})
