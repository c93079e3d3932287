import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { createDailyEngine } from './daily.ts'
import { type DailyTestServer, startDailyServer } from './daily-test-server.ts'
import { createLiveKitEngine, type LiveKitOptions } from './livekit.ts'
import { type LiveKitTestServer, startLiveKitServer } from './livekit-test-server.ts'
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
  const house = { installation: INSTALLATION, now: () => new Date(), onProblem: () => undefined }
  const engine = createDailyEngine({ ...house, apiKey, apiBase, limitMs: 10_000 })
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

test('Daily’s rooms are private, silent and end by themselves', async () => {
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

test('a room that exists at Daily and is public is made private', async () => {
  const { server, engine } = await daily()
  await engine.open(ROOM)
  const [room] = server.rooms.values()
  if (room) room.privacy = 'public'
  const { apiKey, url: apiBase } = server
  const house = { installation: INSTALLATION, now: () => new Date(), onProblem: () => undefined }
  await createDailyEngine({ ...house, apiKey, apiBase }).open(ROOM)
  expect(room?.privacy).toBe('private')
})

test('a plan of Daily’s without recording has a room all the same, and says why nothing is recorded', async () => {
  const { server, engine } = await daily()
  server.hasRecording = false
  await engine.open(ROOM)
  expect(server.rooms.size).toBe(1)
  await expect(engine.startRecording(ROOM)).rejects.toMatchObject({
    code: 'provider_unavailable',
    message: expect.stringContaining('the plan has to include audio recording'),
  })
})

test('when Daily is busy once, nobody notices', async () => {
  const { server, engine } = await daily()
  server.behave('busy-once')
  await engine.open(ROOM)
  expect(server.rooms.size).toBe(1)
})

test('Daily’s key is not sent to where a recording lies', async () => {
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

test('without a bucket LiveKit records nothing, and the sentence says what is missing', async () => {
  const { server, engine } = await liveKit()
  await engine.open(ROOM)
  await expect(engine.startRecording(ROOM)).rejects.toMatchObject({
    code: 'provider_unavailable',
    message: expect.stringContaining('set FILES_PROVIDER to s3'),
  })
  expect(server.egresses).toEqual([])
})

test('a token for LiveKit lets listen, lets send a microphone once it is open, and nothing else', async () => {
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

test('a LiveKit that does not take our key is not ready', async () => {
  const { engine } = await liveKit({ apiSecret: 'another-secret-of-thirty-two-chars' })
  expect(await engine.health()).toEqual({
    isReady: false,
    sentence: 'LiveKit does not answer, or does not take the key.',
    network: null,
  })
  const error: unknown = await engine.open(ROOM).catch((failure: unknown) => failure)
  expect(String(error instanceof Error && error.cause)).toBe('Error: livekit: 401 unauthenticated')
})

test('who comes in with an old grant after they were removed is sent out once more', async () => {
  const { server, engine } = await liveKit({ grantSeconds: -2 })
  await engine.open(ROOM)
  await engine.admit({ ...ANN, canSpeak: true })
  await engine.remove(ANN)
  const [room] = server.rooms.values()
  room?.people.set('ann', { canPublish: false, canPublishSources: [] })
  await vi.waitFor(() => expect(room?.people.size).toBe(0), { timeout: 15_000 })
})

test('a room that somebody opened again with an old grant is closed once more', async () => {
  const { server, engine } = await liveKit({ grantSeconds: -2 })
  await engine.open(ROOM)
  const [[name, room] = ['', undefined]] = server.rooms
  await engine.close(ROOM)
  if (room) server.rooms.set(name, room)
  await vi.waitFor(() => expect(server.rooms.size).toBe(0), { timeout: 15_000 })
})

test('a recording that began without our hearing of it is stopped', async () => {
  const { server, engine } = await daily()
  await engine.open(ROOM)
  server.behave('lost')
  await expect(engine.startRecording(ROOM)).rejects.toMatchObject({ code: 'provider_unavailable' })
  await vi.waitFor(
    () => expect(server.recordings.map(({ isWanted }) => isWanted)).toEqual([false]),
    {
      timeout: 15_000,
    },
  )
})
