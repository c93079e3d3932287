import fc from 'fast-check'
import { expect, test } from 'vitest'
import { keysFrom, newMasterKey } from './keys.ts'
import { newMemberKey, type PrivateKind, seal, unseal, unwrapKey, wrapKey } from './sealed-text.ts'

const key = newMemberKey()
const owner = { memberId: '5f0c0b5e-3d0e-4c39-8a51-2f6f2d0f6b11', kind: 'mood' } as const

test('any sealed text can be unsealed', () => {
  const texts = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ maxLength: 5_000 }))
  fc.assert(
    fc.property(texts, (text) => {
      // Half of a surrogate pair cannot be encoded in UTF-8.
      fc.pre(text.isWellFormed())
      expect(unseal(key, { ...owner, sealed: seal(key, { ...owner, text }) })).toBe(text)
    }),
  )
})

test('the same text is never sealed the same way twice', () => {
  const sealed = Array.from({ length: 500 }, () => seal(key, { ...owner, text: 'grateful' }))
  expect(new Set(sealed.map((bytes) => bytes.toString('hex'))).size).toBe(500)
  const nonces = sealed.map((bytes) => bytes.subarray(1, 13).toString('hex'))
  expect(new Set(nonces).size).toBe(500)
})

test('the sealed length reveals nothing about short texts', () => {
  const lengths = ['', 'sad', 'grateful', 'x'.repeat(124)].map(
    (text) => seal(key, { ...owner, text }).length,
  )
  expect(new Set(lengths)).toEqual(new Set([1 + 12 + 128 + 16]))
  expect(seal(key, { ...owner, text: 'x'.repeat(125) }).length).toBe(1 + 12 + 256 + 16)
})

test('a sealed text cannot be opened with another key, for another member or as another kind', () => {
  const sealed = seal(key, { ...owner, text: 'a quiet word' })
  const other = { memberId: 'd1b6a1a8-8f2a-4b7e-9a55-5a1f0f6c2c77', kind: 'mood' } as const
  expect(unseal(newMemberKey(), { ...owner, sealed })).toBeUndefined()
  expect(unseal(key, { ...other, sealed })).toBeUndefined()
  // A kind that does not exist yet.
  const kind = 'guidance' as PrivateKind
  expect(unseal(key, { ...owner, kind, sealed })).toBeUndefined()
  expect(unseal(key, { ...owner, sealed })).toBe('a quiet word')
})

test('a sealed text with a changed, missing or added byte cannot be opened', () => {
  const sealed = seal(key, { ...owner, text: 'a quiet word' })
  for (let at = 0; at < sealed.length; at++) {
    const changed = Buffer.from(sealed)
    changed[at] = (changed[at] ?? 0) ^ 1
    expect(unseal(key, { ...owner, sealed: changed })).toBeUndefined()
    expect(unseal(key, { ...owner, sealed: sealed.subarray(0, at) })).toBeUndefined()
  }
  const longer = Buffer.concat([sealed, Buffer.of(0)])
  expect(unseal(key, { ...owner, sealed: longer })).toBeUndefined()
})

test('a wrapped key can be unwrapped only with its wrapping key and for its member', () => {
  const { memberId } = owner
  const [first, second] = [newMasterKey(), newMasterKey()].map((master) =>
    keysFrom(master).derive('member-key'),
  )
  if (!first || !second) throw new Error('There are two.')
  const wrapped = wrapKey(first, { memberId, memberKey: key })
  expect(wrapped.includes(key)).toBe(false)
  expect(unwrapKey(first, { memberId, wrapped })).toEqual(key)
  expect(unwrapKey(second, { memberId, wrapped })).toBeUndefined()
  expect(unwrapKey(first, { memberId: 'somebody else', wrapped })).toBeUndefined()
  for (let at = 0; at < wrapped.length; at++) {
    const changed = Buffer.from(wrapped)
    changed[at] = (changed[at] ?? 0) ^ 1
    expect(unwrapKey(first, { memberId, wrapped: changed })).toBeUndefined()
  }
  // The header identifies the wrapping key.
  const headers = [first, first, second].map((wrapping) =>
    wrapKey(wrapping, { memberId, memberKey: key }).subarray(0, 9).toString('hex'),
  )
  expect(headers[0]).toBe(headers[1])
  expect(headers[0]).not.toBe(headers[2])
})

test('each purpose has its own key, which is not the master key', () => {
  const master = newMasterKey()
  const keys = keysFrom(master)
  const purposes = ['check', 'member-key', 'one-time-code', 'rate-limit'] as const
  const derived = purposes.map((purpose) => keys.derive(purpose).toString('hex'))
  expect(new Set([...derived, master.toString('hex')]).size).toBe(5)
  expect(keysFrom(master).derive('member-key')).toEqual(keys.derive('member-key'))
})
