import { expect, test } from 'vitest'
import { AppError } from '#server/domain/app-error.ts'
import { type BodyNeed, createBodyRoom } from './body-room.ts'

const KB = 1024
const LIMITS = { totalBytes: 1024 * KB, callerBytes: 512 * KB, totalForms: 4, callerForms: 2 }

/** The code of the refusal; undefined if there is room. */
function refusal(take: () => Disposable): string | undefined {
  try {
    take()
    return undefined
  } catch (error) {
    if (error instanceof AppError && error.retryAfterSeconds) return error.code
    throw error
  }
}

const json = (kilobytes: number): BodyNeed => ({ bytes: kilobytes * KB, isForm: false })
const form: BodyNeed = { bytes: 16 * KB, isForm: true }

test('one caller cannot take more than their share, and others still have room', () => {
  const room = createBodyRoom(LIMITS)
  room.take('ana', json(512))
  expect(refusal(() => room.take('ana', json(1)))).toBe('rate_limited')
  expect(refusal(() => room.take('ben', json(512)))).toBeUndefined()
})

test('the bodies of all callers together have a limit', () => {
  const room = createBodyRoom(LIMITS)
  for (const caller of ['ana', 'ben', 'cleo', 'dan']) room.take(caller, json(256))
  expect(refusal(() => room.take('eve', json(1)))).toBe('provider_unavailable')
})

test('forms with files are counted per caller and overall', () => {
  const room = createBodyRoom(LIMITS)
  for (const caller of ['ana', 'ana', 'ben']) room.take(caller, form)
  expect(refusal(() => room.take('ana', form))).toBe('rate_limited')
  room.take('cleo', form)
  expect(refusal(() => room.take('dan', form))).toBe('provider_unavailable')
})

test('a body whose call is done makes room for the next one', () => {
  const room = createBodyRoom(LIMITS)
  for (let count = 0; count < 10; count += 1) {
    using _body = room.take('ana', json(512))
    expect(refusal(() => room.take('ana', json(1)))).toBe('rate_limited')
  }
  expect(refusal(() => room.take('ana', json(512)))).toBeUndefined()
})
