import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  END_AT_BYTES,
  END_AT_MS,
  hasRecording,
  initialState,
  RESTORED_NOTICE,
  type RecorderEvent,
  type RecorderState,
  reduceRecorder,
  SIZE_LIMIT_NOTICE,
  secondsLeft,
  TIME_LIMIT_NOTICE,
  timeLeftText,
} from '#web/features/stories/recorder/recorder-state.ts'

function after(...events: RecorderEvent[]): RecorderState {
  return events.reduce(reduceRecorder, initialState)
}

const recording: RecorderEvent[] = [
  { type: 'start' },
  { type: 'started' },
  { type: 'tick', elapsedMs: 1000, bytes: 500 },
]

test('a recording goes from idle through recording and paused to finished', () => {
  expect(after({ type: 'start' })).toEqual({ status: 'starting' })
  expect(after(...recording)).toEqual({ status: 'recording', elapsedMs: 1000, bytes: 500 })
  const paused = after(...recording, { type: 'pause' })
  expect(paused).toEqual({ status: 'paused', notice: null, elapsedMs: 1000, bytes: 500 })
  expect(reduceRecorder(paused, { type: 'resume' }).status).toBe('recording')
  const finished = reduceRecorder(reduceRecorder(paused, { type: 'finish' }), { type: 'finished' })
  expect(finished).toEqual({
    status: 'finished',
    notice: null,
    elapsedMs: 1000,
    bytes: 500,
  })
  expect(reduceRecorder(finished, { type: 'discard' })).toEqual(initialState)
})

test('reaching the time limit ends a recording with a notice', () => {
  const almost: RecorderEvent = { type: 'tick', elapsedMs: END_AT_MS - 1, bytes: 900 }
  expect(after(...recording, almost).status).toBe('recording')
  const state = after(...recording, { type: 'tick', elapsedMs: END_AT_MS, bytes: 900 })
  expect(state).toMatchObject({ status: 'finishing', notice: TIME_LIMIT_NOTICE, bytes: 900 })
  expect(TIME_LIMIT_NOTICE).toContain('10 minutes')
})

test('reaching the size limit ends a recording with a notice', () => {
  const state = after(...recording, { type: 'tick', elapsedMs: 2000, bytes: END_AT_BYTES })
  expect(state).toMatchObject({ status: 'finishing', notice: SIZE_LIMIT_NOTICE })
  expect(SIZE_LIMIT_NOTICE).toContain('25 MB')
})

test('the last chunk still counts while finishing', () => {
  const tick: RecorderEvent = { type: 'tick', elapsedMs: 1200, bytes: 700 }
  expect(after(...recording, { type: 'finish' }, tick, { type: 'finished' })).toMatchObject({
    status: 'finished',
    bytes: 700,
  })
})

test('a failure before the start shows an error, a later one keeps the recording', () => {
  const fail: RecorderEvent = { type: 'fail', error: 'The microphone has stopped.' }
  expect(after({ type: 'start' }, fail)).toEqual({
    status: 'idle',
    error: 'The microphone has stopped.',
  })
  expect(after(...recording, fail, { type: 'finished' })).toMatchObject({
    status: 'finished',
    notice: 'The microphone has stopped.',
    bytes: 500,
  })
})

test('a recorder that ends on its own leaves a finished recording', () => {
  expect(after(...recording, { type: 'finished' })).toMatchObject({ status: 'finished' })
})

test('a recording without any bytes returns to idle', () => {
  const state = after({ type: 'start' }, { type: 'started' }, { type: 'finished' })
  expect(state).toMatchObject({ status: 'idle' })
  expect(hasRecording(state)).toBe(false)
})

test('a draft is restored as finished, but never replaces a recording in progress', () => {
  const restored: RecorderEvent = { type: 'restored', elapsedMs: 5000, bytes: 4000 }
  expect(after(restored)).toMatchObject({ status: 'finished', notice: RESTORED_NOTICE })
  expect(after({ type: 'start' }, restored)).toEqual(after(restored))
  expect(after(...recording, restored)).toEqual(after(...recording))
  expect(after({ ...restored, bytes: 0 })).toEqual(initialState)
})

const extent = { elapsedMs: fc.nat(700_000), bytes: fc.nat(30_000_000) }

const anyEvent: fc.Arbitrary<RecorderEvent> = fc.oneof(
  fc.constantFrom<RecorderEvent>(
    { type: 'start' },
    { type: 'started' },
    { type: 'pause' },
    { type: 'resume' },
    { type: 'finish' },
    { type: 'finished' },
    { type: 'discard' },
    { type: 'fail', error: 'It broke.' },
  ),
  fc.record({ type: fc.constant('tick' as const), ...extent }),
  fc.record({ type: fc.constant('restored' as const), ...extent }),
)

const bytesOf = (state: RecorderState): number => ('bytes' in state ? state.bytes : 0)

test('after any events, a recording is lost only by discarding it', () => {
  const property = fc.property(fc.array(anyEvent, { maxLength: 40 }), (events) => {
    let state = initialState
    for (const event of events) {
      const next = reduceRecorder(state, event)
      if (event.type !== 'discard') expect(bytesOf(next)).toBeGreaterThanOrEqual(bytesOf(state))
      state = next
    }
  })
  fc.assert(property, { numRuns: 500 })
})

test('after any events, only a finished recording can be sent', () => {
  const property = fc.property(fc.array(anyEvent, { maxLength: 40 }), (events) => {
    const state = events.reduce(reduceRecorder, initialState)
    expect(hasRecording(state)).toBe(state.status === 'finished')
    if (state.status === 'recording') expect(state.elapsedMs).toBeLessThan(END_AT_MS)
    if (state.status === 'recording') expect(state.bytes).toBeLessThan(END_AT_BYTES)
  })
  fc.assert(property, { numRuns: 500 })
})

test.each([
  [0, 600, ''],
  [299_000, 301, ''],
  [300_000, 300, '5 minutes are left.'],
  [539_999, 61, '5 minutes are left.'],
  [540_000, 60, '1 minute is left.'],
  [575_000, 25, '30 seconds are left.'],
  [592_000, 8, '10 seconds are left.'],
  [700_000, 0, '10 seconds are left.'],
])('after %d ms, %d seconds are left: %s', (elapsedMs, left, text) => {
  expect(secondsLeft(elapsedMs)).toBe(left)
  expect(timeLeftText(elapsedMs)).toBe(text)
})

test('a full-length recording has four announcements', () => {
  const texts = Array.from({ length: 601 }, (_, second) => timeLeftText(second * 1000))
  const changes = texts.filter((text, index) => index > 0 && text !== texts[index - 1])
  expect(changes).toHaveLength(4)
})
