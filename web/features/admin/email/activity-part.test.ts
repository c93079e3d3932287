import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readEventData } from '#web/features/admin/email/activity-part.tsx'

test.each([
  ['nested', { data: { subject: 'News', reason: 'Mailbox full' } }, 'News', 'Mailbox full'],
  ['at the top', { subject: 'News', reason: 'Mailbox full' }, 'News', 'Mailbox full'],
  [
    'nested click',
    { data: { click: { url: 'https://a.example/x' } } },
    undefined,
    'https://a.example/x',
  ],
  ['click at the top', { click: { url: 'https://a.example/x' } }, undefined, 'https://a.example/x'],
  [
    'as Resend names them',
    { data: { click: { link: 'https://a.example/y' } } },
    undefined,
    'https://a.example/y',
  ],
  [
    'a bounce as Resend reports it',
    { data: { bounce: { message: 'No such box' } } },
    undefined,
    'No such box',
  ],
  ['nested wins', { subject: 'outer', data: { subject: 'inner' } }, 'inner', undefined],
  ['a blank one does not win', { subject: 'outer', data: { subject: ' ' } }, 'outer', undefined],
])('%s', (_name, data, subject, detail) => {
  expect(readEventData(JSON.stringify(data))).toEqual({ subject, detail })
})

test.each([
  ['nested', { data: { from: 'Folx <hello@folx.example>' } }],
  ['at the top', { from: 'Folx <hello@folx.example>' }],
])('the sender %s', (_name, data) => {
  expect(readEventData(JSON.stringify(data)).from).toBe('Folx <hello@folx.example>')
})

test.each([
  ['no JSON', '{"subject": '],
  ['empty', ''],
  ['null', 'null'],
  ['a number', '7'],
  ['a list', '[{"subject":"x"}]'],
  ['other types', '{"subject":{"a":1},"reason":5,"click":"https://x.example","data":[true]}'],
  ['inherited names', '{"data":{"click":{}},"__proto__":{"subject":"x","reason":"y"}}'],
])('reads no facts from %s', (_name, json) => {
  expect(readEventData(json)).toEqual({ subject: undefined, detail: undefined })
})

test('a harmful URL is returned as plain text', () => {
  const json = JSON.stringify({ data: { click: { url: 'javascript:alert(1)' } } })
  expect(readEventData(json).detail).toBe('javascript:alert(1)')
})

test('bidirectional and control characters are removed, and long text is cut', () => {
  const json = JSON.stringify({ subject: 'a\u202Egpj.exe\n\u0000b', reason: 'x'.repeat(2000) })
  expect(readEventData(json)).toEqual({ subject: 'a gpj.exe b', detail: `${'x'.repeat(500)}…` })
})

test('any text and any JSON can be read', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      for (const fact of Object.values(readEventData(text))) {
        expect(fact === undefined || typeof fact === 'string').toBe(true)
      }
    }),
  )
})
