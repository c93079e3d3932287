import { expect, test } from 'vitest'
import { statementCounter } from '#server/testing/statement-counter.ts'
import { figuresOf, findCopies, findWriteProblems, type Write } from './ledger.ts'
import { inShort } from './log-lines.ts'
import { findSeconds } from './options.ts'

const AUTHOR = { id: 'a', cookie: '' }

function write(text: string, ...ids: number[]): Write {
  return { kind: 'reply', key: text, text, author: AUTHOR, ids: new Set(ids) }
}

test('finds writes that were lost, duplicated or never acknowledged', () => {
  const kept = write('kept', 1)
  const lost = write('lost', 2)
  const moved = write('moved', 3)
  const twice = write('twice', 4)
  const twoIds = write('two ids', 6, 7)
  const unsettled = write('unsettled')
  const stored = [
    { id: 1, text: 'kept', memberId: 'a' },
    { id: 3, text: 'moved', memberId: 'b' },
    { id: 4, text: 'twice', memberId: 'a' },
    { id: 5, text: 'twice', memberId: 'a' },
    { id: 6, text: 'two ids', memberId: 'a' },
  ]
  const found = findWriteProblems([kept, lost, moved, twice, twoIds, unsettled], stored)
  expect(found.lost).toEqual([lost, moved])
  expect(found.doubled).toEqual([twice, twoIds])
  expect(found.unsettled).toEqual([unsettled])
})

test('finds a message that one person got twice, but not one that two people got', () => {
  const message = { subject: 'News', id: '<1>' }
  const taken = [
    { ...message, to: 'ana@example.org' },
    { ...message, to: 'ben@example.org' },
    { ...message, to: 'ana@example.org' },
  ]
  expect(findCopies(taken)).toEqual([{ what: taken[0], count: 2 }])
})

test('a phase counts failures and the time until the last one', () => {
  const attempts = [
    { at: 900, ms: 10, status: 200 },
    { at: 1_500, ms: 5_000, status: 503 },
    { at: 4_000, ms: 30, status: 0 },
    { at: 5_000, ms: 20, status: 409 },
  ]
  expect(figuresOf(attempts, 1_000)).toEqual({
    answers: 2,
    failures: new Map([
      [503, 1],
      [0, 1],
    ]),
    p50: 10,
    p99: 20,
    slowest: 20,
    recoverySeconds: 3,
  })
})

/** A message in PostgreSQL's protocol; the first one of a connection has no type. */
function message(type: string, content: string): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(4 + content.length)
  return Buffer.concat([Buffer.from(type), length, Buffer.from(content)])
}

test('statements are counted regardless of how their bytes are split', () => {
  const bytes = Buffer.concat([
    message('', 'a start whose Q and E count for nothing'),
    message('Q', 'select 1'),
    message('P', 'Q'),
    message('B', 'E'),
    message('E', ''),
    message('S', ''),
  ])
  for (const size of [1, 3, 7, bytes.length]) {
    let count = 0
    const add = statementCounter(() => {
      count += 1
    })
    for (let at = 0; at < bytes.length; at += size) add(bytes.subarray(at, at + size))
    expect(count, `in pieces of ${size}`).toBe(2)
  }
})

test('a log line is shortened to its message and error', () => {
  const cause = { code: '57P01', stack: 'error: terminating\n    at here' }
  const line = JSON.stringify({ level: 50, msg: 'it failed', err: { stack: 'Error: x', cause } })
  expect(inShort(line)).toBe('50 it failed (57P01 error: terminating)')
  expect(inShort(' A sentence. ')).toBe('A sentence.')
})

test('the seconds of a phase must be within limits', () => {
  expect(findSeconds('30')).toBe(30)
  expect(findSeconds('45')).toBe(45)
  expect(findSeconds('60')).toBe(60)
  for (const wrong of ['5', '600', 'x']) {
    expect(findSeconds(wrong), wrong).toBe(undefined)
  }
})
