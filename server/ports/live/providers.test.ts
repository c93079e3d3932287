import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { type DailyTestServer, startDailyServer } from '#server/testing/providers/daily-server.ts'
import {
  type LiveKitTestServer,
  startLiveKitServer,
} from '#server/testing/providers/livekit-server.ts'
import { createDailyEngine } from './daily.ts'
import { createLiveKitEngine, type LiveKitOptions } from './livekit.ts'
import type { LiveEngine } from './port.ts'

const ROOM = 'session-1'
const ANN = { room: ROOM, participantId: 'ann' }
const INSTALLATION = 'https://folx.example.org'

const cleanUps: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

async function daily(): Promise<{ server: DailyTestServer; engine: LiveEngine }> {
  const server = await startDailyServer()
  const { apiKey, url: apiBase } = server
  const shared = { installation: INSTALLATION, now: () => new Date(), onProblem: () => undefined }
  const engine = createDailyEngine({ ...shared, apiKey, apiBase, limitMs: 10_000 })
  cleanUps.push(server.stop, () => engine.shutDown())
  return { server, engine }
}

async function liveKit(
  options: Partial<LiveKitOptions> = {},
): Promise<{ server: LiveKitTestServer; engine: LiveEngine }> {
  const server = await startLiveKitServer()
  const { url, apiKey, apiSecret } = server
  const engine = createLiveKitEngine({
    url,
    apiKey,
    apiSecret,
    installation: INSTALLATION,
    storage: undefined,
    onProblem: () => undefined,
    limitMs: 10_000,
    ...options,
  })
  cleanUps.push(server.stop, () => engine.shutDown())
  return { server, engine }
}

test('Daily’s rooms are private and silent, and expire', async () => {
  const { server, engine } = await daily()
  await engine.open(ROOM)
  const [[name, room] = ['', undefined]] = server.rooms
  expect(name).toMatch(/^folx-[0-9a-f]{12}-session-1$/)
  expect(room?.privacy).toBe('private')
  expect(room?.properties).toMatchObject({
    eject_at_room_exp: true,
    start_audio_off: true,
    start_video_off: true,
    enable_recording: 'cloud-audio-only',
    permissions: { canSend: false, canAdmin: false },
  })
  expect(Number(room?.properties.exp) - Date.now() / 1_000).toBeLessThan(24 * 3_600 + 1)
})

test('an existing public room at Daily is made private', async () => {
  const { server, engine } = await daily()
  await engine.open(ROOM)
  const [room] = server.rooms.values()
  if (room) room.privacy = 'public'
  const { apiKey, url: apiBase } = server
  const shared = { installation: INSTALLATION, now: () => new Date(), onProblem: () => undefined }
  await createDailyEngine({ ...shared, apiKey, apiBase }).open(ROOM)
  expect(room?.privacy).toBe('private')
})

test('on a Daily plan without recording, the room opens and the error says why nothing is recorded', async () => {
  const { server, engine } = await daily()
  server.hasRecording = false
  await engine.open(ROOM)
  expect(server.rooms.size).toBe(1)
  await expect(engine.startRecording(ROOM)).rejects.toMatchObject({
    code: 'provider_unavailable',
    message: expect.stringContaining('the plan has to include audio recording'),
  })
})

test('a call is retried when Daily is busy once', async () => {
  const { server, engine } = await daily()
  server.behave('busy-once')
  await engine.open(ROOM)
  expect(server.rooms.size).toBe(1)
})

test('Daily’s key is not sent to the host of a recording', async () => {
  const { server, engine } = await daily()
  await engine.open(ROOM)
  const ref = await engine.startRecording(ROOM)
  await engine.close(ROOM)
  server.finishRecordings()
  const found = await engine.collectRecording(ref, await mkdtemp(join(tmpdir(), 'daily-')))
  expect(found.state).toBe('ready')
  expect(server.downloads).toHaveLength(1)
  expect(JSON.stringify(server.downloads)).not.toContain(server.apiKey)
  await engine.discardRecording(ref)
  expect(server.recordings).toEqual([])
})

test('without a bucket, LiveKit records nothing, and the error says what is missing', async () => {
  const { server, engine } = await liveKit()
  await engine.open(ROOM)
  await expect(engine.startRecording(ROOM)).rejects.toMatchObject({
    code: 'provider_unavailable',
    message: expect.stringContaining('set FILES_PROVIDER to s3'),
  })
  expect(server.egresses).toEqual([])
})

test('a LiveKit token only allows listening, and speaking once the microphone is open', async () => {
  const { server, engine } = await liveKit()
  await engine.open(ROOM)
  const grant = await engine.admit({ ...ANN, canSpeak: true })
  if (grant.provider !== 'livekit') throw new Error(grant.provider)
  const { claims, room } = await server.join(grant.token)
  expect(claims.video).toEqual({
    room,
    roomJoin: true,
    canSubscribe: true,
    canPublish: false,
    canPublishData: false,
    canPublishSources: ['microphone'],
  })
  expect(claims.name).toBeUndefined()
  const { exp, nbf }: { exp: number; nbf: number } = JSON.parse(
    String(Buffer.from(grant.token.split('.')[1] ?? '', 'base64url')),
  )
  expect(exp - nbf).toBe(60)
  await engine.setMicrophone({ ...ANN, isOpen: true })
  expect(server.rooms.get(room)?.people.get('ann')).toMatchObject({
    canPublish: true,
    canPublishSources: ['MICROPHONE'],
  })
})

test('a LiveKit server that refuses our key is not ready', async () => {
  const { engine } = await liveKit({ apiSecret: 'another-secret-of-thirty-two-chars' })
  expect(await engine.health()).toEqual({
    isReady: false,
    sentence: 'LiveKit doesn’t answer or refuses the key.',
    network: null,
  })
  const error: unknown = await engine.open(ROOM).catch((failure: unknown) => failure)
  expect(String(error instanceof Error && error.cause)).toBe(
    'EngineFailure: livekit: 401 unauthenticated',
  )
})

test('a removed person who connects with an old grant is disconnected again', async () => {
  const { server, engine } = await liveKit({ grantSeconds: -2 })
  await engine.open(ROOM)
  await engine.admit({ ...ANN, canSpeak: true })
  await engine.remove(ANN)
  const [room] = server.rooms.values()
  room?.people.set('ann', { canPublish: false, canPublishSources: [] })
  await vi.waitFor(() => expect(room?.people.size).toBe(0))
})

test('a room that was reopened with an old grant is closed again', async () => {
  const { server, engine } = await liveKit({ grantSeconds: -2 })
  await engine.open(ROOM)
  const [[name, room] = ['', undefined]] = server.rooms
  await engine.close(ROOM)
  if (room) server.rooms.set(name, room)
  await vi.waitFor(() => expect(server.rooms.size).toBe(0))
})

test('a recording that started although the call failed is stopped', async () => {
  const { server, engine } = await daily()
  await engine.open(ROOM)
  server.behave('lost')
  await expect(engine.startRecording(ROOM)).rejects.toMatchObject({ code: 'provider_unavailable' })
  await vi.waitFor(() => expect(server.recordings.map(({ isWanted }) => isWanted)).toEqual([false]))
})
