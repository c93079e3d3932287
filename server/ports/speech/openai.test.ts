import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  SPOKEN_ANSWER,
  type SpeechReply,
  type SpeechTestServer,
  startSpeechServer,
} from '#server/testing/providers/speech-server.ts'
import { checkOpenAiApi } from '../openai-api.ts'
import { createOpenAiSpeech } from './openai.ts'
import { MOST_BYTES, SpeechError, type SpokenWords } from './port.ts'

const KEY = 'sk-speech'
let server: SpeechTestServer
let folder: string
let path: string

beforeAll(async () => {
  server = await startSpeechServer()
  folder = await mkdtemp(join(tmpdir(), 'speech-'))
  path = join(folder, 'sound')
  await writeFile(path, 'the sound itself')
})
beforeEach(() => {
  server.received.length = 0
  server.replyWith({ kind: 'json', value: SPOKEN_ANSWER })
})
afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true })
})

function speech(given: { limitMs?: number; model?: string } = {}) {
  const { baseUrl } = server
  return createOpenAiSpeech({
    baseUrl,
    apiKey: KEY,
    model: 'whisper-1',
    ...given,
  })
}

function transcribe(given?: { limitMs?: number; model?: string }): Promise<SpokenWords> {
  return speech(given).transcribe({ path, contentType: 'audio/mp4' })
}

async function failureOf(work: Promise<unknown>): Promise<SpeechError> {
  const error = await work.then(
    () => undefined,
    (error: unknown) => error,
  )
  if (!(error instanceof SpeechError)) throw new Error('No SpeechError was thrown.')
  expect(JSON.stringify([error.message, error.stack, error.cause])).not.toMatch(/sk-speech|river/)
  return error
}

test('a recording is sent without its name and transcribed with times', async () => {
  expect(await transcribe()).toEqual({
    text: 'I went down to the river. It was cold.',
    lines: [
      { startMs: 0, text: 'I went down to the river.' },
      { startMs: 1_200, text: 'It was cold.' },
    ],
  })
  const [request] = server.received
  expect(request?.authorization).toBe(`Bearer ${KEY}`)
  const form = String(request?.body)
  expect(form).toContain('the sound itself')
  expect(form).toContain('verbose_json')
  expect(form).toContain('whisper-1')
  expect(form).not.toContain(folder)
})

test('a model without times is asked only for the text', async () => {
  server.replyWith({ kind: 'json', value: { text: 'Only this.' } })
  expect(await transcribe({ model: 'gpt-4o-mini-transcribe' })).toEqual({
    text: 'Only this.',
    lines: null,
  })
  expect(String(server.received[0]?.body)).not.toContain('verbose_json')
})

test('a long pause begins a new paragraph', async () => {
  const [first, second] = SPOKEN_ANSWER.segments
  const later = { ...second, start: 4, end: 5 }
  server.replyWith({ kind: 'json', value: { ...SPOKEN_ANSWER, segments: [first, later] } })
  expect((await transcribe()).text).toBe('I went down to the river.\n\nIt was cold.')
})

test.for<[string, unknown]>([
  ['go backward', [segment(2, 'One.'), segment(1, 'Two.')]],
  ['are negative', [segment(-1, 'One.'), segment(1, 'Two.')]],
  ['are strings', [{ ...segment(0, 'One.'), start: '0' }, segment(1, 'Two.')]],
  ['are null, as JSON writes NaN', [{ ...segment(0, 'One.'), start: null }, segment(1, 'Two.')]],
  ['are hours long', [segment(0, 'One.'), segment(90_000, 'Two.')]],
  ['do not cover the whole text', [segment(0, 'One.')]],
  ['are not a list', { 0: segment(0, 'One.') }],
  ['are too many', Array.from({ length: 2_001 }, () => segment(0, 'One.'))],
])('times that %s are dropped, and the text is kept', async ([, segments]) => {
  server.replyWith({ kind: 'json', value: { text: 'One. Two.', segments } })
  expect(await transcribe()).toEqual({ text: 'One. Two.', lines: null })
})

function segment(start: number, text: string): object {
  return { start, end: start + 1, text }
}

test.for<[string, SpeechReply]>([
  ['an error with status 200', { kind: 'json', value: { error: { message: 'river' } } }],
  ['a number as the text', { kind: 'json', value: { text: 5 } }],
  ['a list', { kind: 'json', value: ['river'] }],
  ['null', { kind: 'raw', body: 'null' }],
  ['HTML', { kind: 'raw', body: '<h1>river</h1>', contentType: 'text/html' }],
  ['truncated JSON', { kind: 'raw', body: '{"text": "river' }],
  ['an empty response', { kind: 'raw', body: '' }],
  ['a NaN', { kind: 'raw', body: '{"text": NaN}' }],
  ['a text that is too long', { kind: 'json', value: { text: 'river '.repeat(4_000) } }],
  ['a character that cannot be stored', { kind: 'json', value: { text: 'river\0' } }],
  ['10 MB', { kind: 'raw', body: 'river '.repeat(1_700_000) }],
  ['an endless stream', { kind: 'endless' }],
  ['a response that breaks off', { kind: 'cut' }],
  ['a crash', { kind: 'crash' }],
  ['too many requests', { kind: 'status', status: 429, headers: { 'retry-after': '30' } }],
  ['a server error', { kind: 'status', status: 500 }],
  ['a redirect', { kind: 'redirect', to: 'http://127.0.0.1:9/' }],
])('%s causes a temporary error', async ([, reply]) => {
  server.replyWith(reply)
  expect((await failureOf(transcribe())).isPassing).toBe(true)
})

test('a provider that takes too long causes a temporary error', async () => {
  server.replyWith({ kind: 'silent' })
  const error = await failureOf(transcribe({ limitMs: 20 }))
  expect([error.message, error.isPassing]).toEqual(['The speech provider took too long.', true])
})

test.for([400, 401, 403, 404, 413, 415, 422])('status %i is permanent', async (status) => {
  server.replyWith({ kind: 'status', status })
  expect((await failureOf(transcribe())).isPassing).toBe(false)
})

test('a recording without words causes a permanent error', async () => {
  server.replyWith({ kind: 'json', value: { text: '  ', segments: [] } })
  expect((await failureOf(transcribe())).isPassing).toBe(false)
})

test('a recording that is too large is not sent', async () => {
  const large = join(folder, 'large')
  await writeFile(large, '')
  await truncate(large, MOST_BYTES + 1)
  const error = await failureOf(speech().transcribe({ path: large, contentType: 'audio/mp4' }))
  expect(error.isPassing).toBe(false)
  expect(server.received).toEqual([])
})

test('the check distinguishes a refused key from an unreachable server', async () => {
  const check = () => checkOpenAiApi({ baseUrl: server.baseUrl, apiKey: KEY }, 60_000)
  expect(await check()).toEqual({ state: 'ok' })
  server.replyWith({ kind: 'status', status: 404 })
  expect(await check()).toEqual({ state: 'ok' })
  server.replyWith({ kind: 'status', status: 401 })
  expect(await check()).toEqual({ state: 'refused', reason: '401' })
  server.replyWith({ kind: 'status', status: 503 })
  expect(await check()).toEqual({ state: 'unreachable', reason: '503' })
  server.replyWith({ kind: 'crash' })
  expect(await check()).toMatchObject({ state: 'unreachable' })
})
