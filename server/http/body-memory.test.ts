import { expect, test } from 'vitest'
import { AppError } from '#server/domain/app-error.ts'
import { type BodyNeed, createBodyMemory } from './body-memory.ts'

const KB = 1024
const LIMITS = { totalBytes: 1024 * KB, callerBytes: 512 * KB, totalForms: 4, callerForms: 2 }

/** The code of the refusal; undefined if it is granted. */
function refusal(reserve: () => Disposable): string | undefined {
  try {
    reserve()
    return undefined
  } catch (error) {
    if (error instanceof AppError && error.retryAfterSeconds) return error.code
    throw error
  }
}

const json = (kilobytes: number): BodyNeed => ({ bytes: kilobytes * KB, isForm: false })
const form: BodyNeed = { bytes: 16 * KB, isForm: true }

test('one caller cannot take more than their share, and others still have room', () => {
  const memory = createBodyMemory(LIMITS)
  memory.reserve('ana', json(512))
  expect(refusal(() => memory.reserve('ana', json(1)))).toBe('rate_limited')
  expect(refusal(() => memory.reserve('ben', json(512)))).toBeUndefined()
})

test('the bodies of all callers together have a limit', () => {
  const memory = createBodyMemory(LIMITS)
  for (const caller of ['ana', 'ben', 'cleo', 'dan']) memory.reserve(caller, json(256))
  expect(refusal(() => memory.reserve('eve', json(1)))).toBe('provider_unavailable')
})

test('forms with files are counted per caller and overall', () => {
  const memory = createBodyMemory(LIMITS)
  for (const caller of ['ana', 'ana', 'ben']) memory.reserve(caller, form)
  expect(refusal(() => memory.reserve('ana', form))).toBe('rate_limited')
  memory.reserve('cleo', form)
  expect(refusal(() => memory.reserve('dan', form))).toBe('provider_unavailable')
})

test('a body whose call is done makes room for the next one', () => {
  const memory = createBodyMemory(LIMITS)
  for (let count = 0; count < 10; count += 1) {
    using _body = memory.reserve('ana', json(512))
    expect(refusal(() => memory.reserve('ana', json(1)))).toBe('rate_limited')
  }
  expect(refusal(() => memory.reserve('ana', json(512)))).toBeUndefined()
})
