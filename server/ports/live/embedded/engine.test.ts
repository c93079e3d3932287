import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { Decoder, Encoder } from '@evan/opus'
import { afterEach, expect, test, vi } from 'vitest'
import { CipherContext, RTCCertificate } from 'werift'
import { browserOffer } from '#server/testing/browser-offer.ts'
import { LiveClient } from '#server/testing/live-client.ts'
import { mutilate } from '#server/testing/mutilate.ts'
import { EngineFailure, type LiveEvent } from '../port.ts'
import { createEmbeddedEngine, type EmbeddedEngine, type EmbeddedOptions } from './engine.ts'
import { sequenceDistance, timestampDistance } from './rtp.ts'

const ROOM = 'session-1'
const FRAME_MS = 20

const cleanUps: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

interface Harness {
  engine: EmbeddedEngine
  events: LiveEvent[]
  problems: string[]
}

async function openHarness(options: Partial<EmbeddedOptions> = {}): Promise<Harness> {
  const harness = await newHarness(options)
  await harness.engine.open(ROOM)
  return harness
}

/** An engine whose room isn't open. */
async function newHarness(options: Partial<EmbeddedOptions> = {}): Promise<Harness> {
  const events: LiveEvent[] = []
  const problems: string[] = []
  const engine = createEmbeddedEngine({
    bind: '127.0.0.1',
    ports: [21_100, 21_199],
    announcedAddresses: [],
    iceServers: [],
    turn: undefined,
    recordingsDir: await mkdtemp(join(tmpdir(), 'live-')),
    now: () => new Date(),
    onProblem: (error) => problems.push(error.message),
    ...options,
  })
  cleanUps.push(() => engine.shutDown())
  engine.subscribe((event) => events.push(event))
  return { engine, events, problems }
}

/** A program in place of the media process's. */
async function program(text: string): Promise<URL> {
  const path = join(await mkdtemp(join(tmpdir(), 'media-')), 'main.mjs')
  await writeFile(path, text)
  return pathToFileURL(path)
}

const BROKEN_STARTS = [
  {
    name: 'stops with an exit code',
    text: `process.stderr.write('a stack\\nError: no such thing\\n'); process.exitCode = 3; process.disconnect()`,
    log: 'The media process ended: exit code 3, signal null. Its last output: a stack\nError: no such thing',
    reason:
      'The server’s sound program stopped (exit code 3). The last thing it wrote is: Error: no such thing',
  },
  {
    name: 'is killed',
    text: `process.kill(process.pid, 'SIGKILL')`,
    log: 'The media process ended: exit code null, signal SIGKILL.',
    reason:
      'The server’s system ended the sound program (signal SIGKILL). It may be short of memory.',
  },
  {
    name: 'doesn’t answer in time',
    text: `process.stderr.write('loading'); process.on('message', () => undefined)`,
    log: 'The media process ended: exit code null, signal SIGKILL. It did not answer “start” within 1 s. Its last output: loading',
    reason:
      'The server’s sound program didn’t answer within 1 seconds. The server may be too busy. The last thing it wrote is: loading',
  },
  {
    name: 'answers with an error',
    text: `process.on('message', ({ id }) => process.send({ id, error: 'Error: No port is free.' }))`,
    log: 'Error: No port is free.',
    reason: 'The server’s sound program says: No port is free.',
  },
]

for (const { name, text, log, reason } of BROKEN_STARTS) {
  test(`a media process that ${name} at its start says so, for the log and in words`, async () => {
    const { engine } = await newHarness({ program: await program(text), startLimitMs: 1_000 })
    const error: unknown = await engine.open(ROOM).catch((failure: unknown) => failure)
    expect(error).toMatchObject({ code: 'provider_unavailable' })
    const cause = error instanceof Error ? error.cause : undefined
    expect(cause).toBeInstanceOf(EngineFailure)
    expect(cause).toMatchObject({ message: log, reason })
    // Nothing is left of it.
    await expect(
      engine.admit({ room: ROOM, participantId: 'ann', canSpeak: true }),
    ).rejects.toMatchObject({ code: 'conflict' })
  })
}

async function enter(
  { engine }: Harness,
  participantId: string,
  transport: 'udp' | 'tcp' = 'udp',
): Promise<LiveClient> {
  await engine.admit({ room: ROOM, participantId, canSpeak: true })
  return connect(engine, participantId, transport)
}

async function connect(
  engine: EmbeddedEngine,
  participantId: string,
  transport: 'udp' | 'tcp' = 'udp',
  certificates: RTCCertificate[] = [],
): Promise<LiveClient> {
  const { offer, accept } = await LiveClient.prepare(transport, certificates)
  const { answer } = await engine.connect({ room: ROOM, participantId, offer, transport })
  const client = await accept(answer)
  cleanUps.push(() => client.close())
  return client
}

/**
 * Connects to a media process that was started again, as a browser does: with more tries, because
 * the process may still be too busy to answer.
 */
async function reconnect(engine: EmbeddedEngine, participantId: string): Promise<LiveClient> {
  for (let tries = 0; ; tries++) {
    try {
      return await connect(engine, participantId)
    } catch (error) {
      if (tries === 9) throw error
    }
  }
}

const open = ({ engine }: Harness, participantId: string, isOpen = true): Promise<string> =>
  engine.setMicrophone({ room: ROOM, participantId, isOpen })

/** Sends frames as a browser does, 50 per second. */
async function speak(client: LiveClient, frames: number): Promise<void> {
  const encoder = new Encoder({ channels: 1, sample_rate: 48_000, application: 'voip' })
  const startedAt = performance.now()
  for (let frame = 0; frame < frames; frame++) {
    const tone = Int16Array.from({ length: 960 }, (_, index) => {
      return 10_000 * Math.sin((2 * Math.PI * 440 * (frame * 960 + index)) / 48_000)
    })
    client.send(Buffer.from(encoder.encode(tone)))
    await sleep(Math.max(0, startedAt + (frame + 1) * FRAME_MS - performance.now()))
  }
}

test('a person with an open microphone is heard by the others, not by themselves', async () => {
  const harness = await openHarness()
  const [ann, bob] = [await enter(harness, 'ann'), await enter(harness, 'bob')]
  await speak(ann, 5)
  expect(bob.received).toHaveLength(0)
  expect(await open(harness, 'ann')).toBe('open')
  await speak(ann, 20)
  await vi.waitFor(() => expect(bob.received.length).toBe(20))
  expect(ann.received).toHaveLength(0)
  expect(harness.events).toContainEqual({ type: 'connected', room: ROOM, participantId: 'ann' })
  // 30 dB below full scale.
  const levels = { type: 'levels', room: ROOM, levels: { ann: 0.78 } }
  await vi.waitFor(() => expect(harness.events).toContainEqual(levels))
  expect(await open(harness, 'ann', false)).toBe('closed')
  await sleep(50)
  bob.received.length = 0
  await speak(ann, 10)
  expect(bob.received).toHaveLength(0)
})

test('listeners receive one stream without a gap when a slot’s holder changes', async () => {
  const harness = await openHarness()
  const [ann, bob, cleo] = [
    await enter(harness, 'ann'),
    await enter(harness, 'bob'),
    await enter(harness, 'cleo'),
  ]
  let sent = 0
  for (const speaker of [
    { id: 'ann', client: ann },
    { id: 'bob', client: bob },
    { id: 'ann', client: ann },
  ]) {
    await open(harness, speaker.id)
    await speak(speaker.client, 10)
    sent += 10
    await vi.waitFor(() => expect(cleo.received).toHaveLength(sent))
    await open(harness, speaker.id, false)
  }
  const headers = cleo.received.map((packet) => packet.header)
  expect(new Set(headers.map((header) => header.ssrc)).size).toBe(1)
  headers.slice(1).forEach((header, index) => {
    const before = headers[index] ?? header
    expect(sequenceDistance(before.sequenceNumber, header.sequenceNumber)).toBe(1)
    expect(timestampDistance(before.timestamp, header.timestamp)).toBeGreaterThanOrEqual(960)
  })
})

test('sound also works over TCP', async () => {
  const harness = await openHarness()
  const [ann, bob] = [await enter(harness, 'ann', 'tcp'), await enter(harness, 'bob', 'tcp')]
  await open(harness, 'ann')
  await speak(ann, 20)
  await vi.waitFor(() => expect(bob.received).toHaveLength(20))
})

test('six people can speak at once, and a freed slot can be used again', async () => {
  const harness = await openHarness()
  const people = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
  for (const participantId of people) {
    await harness.engine.admit({ room: ROOM, participantId, canSpeak: true })
  }
  const outcomes: string[] = []
  for (const participantId of people) outcomes.push(await open(harness, participantId))
  expect(outcomes).toEqual(['open', 'open', 'open', 'open', 'open', 'open', 'full'])
  await harness.engine.remove({ room: ROOM, participantId: 'c' })
  expect(await open(harness, 'g')).toBe('open')
})

test('300 people get a seat, and the next one is refused because the room is full', async () => {
  const harness = await openHarness()
  const admit = (participantId: string): Promise<unknown> =>
    harness.engine.admit({ room: ROOM, participantId, canSpeak: false })
  await Promise.all(Array.from({ length: 300 }, (_, index) => admit(`p${index}`)))
  await expect(admit('one-more')).rejects.toMatchObject({ code: 'conflict' })
  await expect(admit('p7')).resolves.toMatchObject({ provider: 'embedded' })
})

test('nobody can connect or speak without a seat or a room', async () => {
  const harness = await openHarness()
  const offer = browserOffer()
  const stranger = { room: ROOM, participantId: 'x', offer, transport: 'udp' as const }
  await expect(harness.engine.connect(stranger)).rejects.toMatchObject({ code: 'not_found' })
  await expect(open(harness, 'x')).rejects.toMatchObject({ code: 'not_found' })
  const elsewhere = { room: 'session-2', participantId: 'x', canSpeak: true }
  await expect(harness.engine.admit(elsewhere)).rejects.toMatchObject({ code: 'conflict' })
  await harness.engine.remove({ room: ROOM, participantId: 'x' })
})

test('a newer connection replaces the older one and keeps the microphone open', async () => {
  const harness = await openHarness()
  const [ann, bob] = [await enter(harness, 'ann'), await enter(harness, 'bob')]
  await open(harness, 'ann')
  const again = await connect(harness.engine, 'ann')
  await speak(ann, 5)
  expect(bob.received).toHaveLength(0)
  await speak(again, 5)
  await vi.waitFor(() => expect(bob.received).toHaveLength(5))
})

test('a peer with a copied certificate but without its key cannot connect', async () => {
  const harness = await openHarness()
  const [mine, theirs] = [await newCertificate(), await newCertificate()]
  await harness.engine.admit({ room: ROOM, participantId: 'ann', canSpeak: true })
  await expect(connect(harness.engine, 'ann', 'udp', [mine])).resolves.toBeInstanceOf(LiveClient)
  const impostor = new RTCCertificate(mine.privateKey, theirs.certPem, theirs.signatureHash)
  harness.events.length = 0
  const outcome = connect(harness.engine, 'ann', 'udp', [impostor]).catch(() => undefined)
  await vi.waitFor(() => {
    expect(harness.events).toContainEqual({ type: 'gone', room: ROOM, participantId: 'ann' })
  })
  expect(harness.events).not.toContainEqual({ type: 'connected', room: ROOM, participantId: 'ann' })
  await outcome
})

async function newCertificate(): Promise<RTCCertificate> {
  // ECDSA with SHA-256 on P-256, as browsers use.
  const made = await CipherContext.createSelfSignedCertificateWithKey({ signature: 3, hash: 4 }, 23)
  return new RTCCertificate(made.keyPem, made.certPem, made.signatureHash)
}

test('2,000 mutilated offers are answered or refused, and the room keeps working', async () => {
  const harness = await openHarness()
  const ann = await enter(harness, 'ann')
  await harness.engine.admit({ room: ROOM, participantId: 'mallory', canSpeak: true })
  const pid = harness.engine.processOf(ROOM)
  const outcomes = { answered: 0, refused: 0 }
  for (let seed = 0; seed < 2_000; seed++) {
    const input = { room: ROOM, participantId: 'mallory', transport: 'udp' as const }
    await harness.engine.connect({ ...input, offer: mutilate(browserOffer(), seed) }).then(
      () => {
        outcomes.answered += 1
      },
      (error: { code?: string }) => {
        expect(error.code).toBe('invalid_input')
        outcomes.refused += 1
      },
    )
  }
  expect(outcomes.answered + outcomes.refused).toBe(2_000)
  expect(Math.min(outcomes.answered, outcomes.refused)).toBeGreaterThan(200)
  expect(harness.engine.processOf(ROOM)).toBe(pid)
  const bob = await enter(harness, 'bob')
  await open(harness, 'bob')
  await speak(bob, 5)
  await vi.waitFor(() => expect(ann.received).toHaveLength(5))
})

test('after a crash, a new media process has the same seats and microphones', async () => {
  const harness = await openHarness()
  await enter(harness, 'ann')
  await enter(harness, 'bob')
  await open(harness, 'ann')
  const pid = harness.engine.processOf(ROOM) ?? 0
  process.kill(pid, 'SIGKILL')
  await vi.waitFor(() => expect(types(harness)).toContain('restarted'))
  expect(types(harness).filter((type) => type !== 'connected' && type !== 'levels')).toEqual([
    'crashed',
    'restarted',
  ])
  const ann = await reconnect(harness.engine, 'ann')
  const bob = await reconnect(harness.engine, 'bob')
  await speak(ann, 10)
  await vi.waitFor(() => expect(bob.received).toHaveLength(10))
  expect(harness.problems).toHaveLength(1)
  expect(harness.engine.processOf(ROOM)).not.toBe(pid)
})

const types = ({ events }: Harness): string[] => events.map((event) => event.type)

test('a media process that stops answering is killed', async () => {
  const harness = await openHarness({ limitMs: 1_500 })
  await harness.engine.admit({ room: ROOM, participantId: 'ann', canSpeak: true })
  const pid = harness.engine.processOf(ROOM) ?? 0
  process.kill(pid, 'SIGSTOP')
  await expect(open(harness, 'ann')).rejects.toMatchObject({ code: 'provider_unavailable' })
  await vi.waitFor(() => expect(types(harness)).toContain('restarted'))
  expect(() => process.kill(pid, 0)).toThrow()
  // The microphone that could not be opened is closed.
  const ann = await reconnect(harness.engine, 'ann')
  await harness.engine.admit({ room: ROOM, participantId: 'bob', canSpeak: true })
  const bob = await reconnect(harness.engine, 'bob')
  await speak(ann, 5)
  expect(bob.received).toHaveLength(0)
})

test('a room whose media process keeps crashing is given up', async () => {
  const harness = await openHarness()
  for (let death = 1; death <= 6; death++) {
    process.kill(harness.engine.processOf(ROOM) ?? 0, 'SIGKILL')
    const expected = death < 6 ? 'restarted' : 'failed'
    await vi.waitFor(() =>
      expect(types(harness).filter((type) => type === expected)).toHaveLength(death % 6 || 1),
    )
  }
  const late = { room: ROOM, participantId: 'ann', canSpeak: true }
  await expect(harness.engine.admit(late)).rejects.toMatchObject({ code: 'conflict' })
})

test('closing the room ends its media process', async () => {
  const harness = await openHarness()
  await enter(harness, 'ann')
  const pid = harness.engine.processOf(ROOM) ?? 0
  await harness.engine.close(ROOM)
  expect(() => process.kill(pid, 0)).toThrow()
  expect(types(harness)).not.toContain('crashed')
  await harness.engine.close(ROOM)
})

test('a recording has the right duration, and speech is at the right time in it', async () => {
  const harness = await openHarness()
  const ann = await enter(harness, 'ann')
  await open(harness, 'ann')
  const askedAt = performance.now()
  const ref = await harness.engine.startRecording(ROOM)
  expect(await harness.engine.startRecording(ROOM)).toBe(ref)
  const startedAt = performance.now()
  expect(await harness.engine.collectRecording(ref)).toEqual({ state: 'pending' })
  await sleep(1_000)
  const spokeAt = performance.now()
  await speak(ann, 50)
  await sleep(1_000)
  const stoppingAt = performance.now()
  await harness.engine.stopRecording(ROOM)
  const stoppedAt = performance.now()
  const recording = await harness.engine.collectRecording(ref)
  if (recording.state !== 'ready') throw new Error(recording.state)
  expect(recording.isPartial).toBe(false)
  // It began while it was started and ended while it was stopped, however long either took.
  expect(recording.durationSeconds).toBeGreaterThan((stoppingAt - startedAt) / 1_000 - 0.15)
  expect(recording.durationSeconds).toBeLessThan((stoppedAt - askedAt) / 1_000 + 0.15)
  const loudness = await tenths(recording.path)
  const first = firstLoud(loudness)
  expect(first).toBeGreaterThanOrEqual(Math.floor((spokeAt - startedAt) / 100) - 1)
  expect(first).toBeLessThanOrEqual(Math.ceil((spokeAt - askedAt) / 100) + 1)
  // A sine of 10,000 has an effective value of 7,071.
  expect(median(loudness.slice(first + 1, first + 10))).toBeGreaterThan(6_000)
  expect(median(loudness.slice(first + 1, first + 10))).toBeLessThan(8_000)
  expect(Math.max(...loudness.slice(-6))).toBeLessThan(100)
  await harness.engine.discardRecording(ref)
  expect(await harness.engine.collectRecording(ref)).toEqual({ state: 'missing' })
})

test('a recording continues after a crash of the media process, with the speech before and after it', async () => {
  const harness = await openHarness()
  const ann = await enter(harness, 'ann')
  await open(harness, 'ann')
  const askedAt = performance.now()
  const ref = await harness.engine.startRecording(ROOM)
  const startedAt = performance.now()
  await speak(ann, 125)
  process.kill(harness.engine.processOf(ROOM) ?? 0, 'SIGKILL')
  await vi.waitFor(() => expect(types(harness)).toContain('restarted'))
  const again = await reconnect(harness.engine, 'ann')
  const backAt = (performance.now() - startedAt) / 1_000
  await speak(again, 50)
  const closingAt = performance.now()
  await harness.engine.close(ROOM)
  const closedAt = performance.now()
  const recording = await harness.engine.collectRecording(ref)
  if (recording.state !== 'ready') throw new Error(recording.state)
  expect(recording.durationSeconds).toBeGreaterThan((closingAt - startedAt) / 1_000 - 0.3)
  expect(recording.durationSeconds).toBeLessThan((closedAt - askedAt) / 1_000 + 0.3)
  const loudness = await tenths(recording.path)
  // At most the last second is lost, and half a second that was waiting to be mixed.
  const before = firstLoud(loudness)
  expect(before).toBeLessThanOrEqual(Math.ceil((startedAt - askedAt) / 100) + 1)
  expect(median(loudness.slice(before + 1, before + 9))).toBeGreaterThan(6_000)
  const rest = loudness.slice(Math.floor(backAt * 10))
  const after = firstLoud(rest)
  expect(after).toBeLessThanOrEqual(Math.ceil((startedAt - askedAt) / 100) + 2)
  expect(median(rest.slice(after + 1, after + 8))).toBeGreaterThan(6_000)
})

/** The first tenth of a second with sound, wherever a busy machine began to speak. */
function firstLoud(loudness: number[]): number {
  return loudness.findIndex((each) => each >= 100)
}

const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** The effective value (RMS) of each tenth of a second. */
async function tenths(path: string): Promise<number[]> {
  const decoder = new Decoder({ channels: 1, sample_rate: 48_000 })
  const samples = packetsOf(await readFile(path))
    .slice(2)
    .flatMap((packet) => {
      const bytes = decoder.decode(packet)
      return [...new Int16Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 2)]
    })
  return Array.from({ length: Math.floor(samples.length / 4_800) }, (_, index) => {
    const part = samples.slice(index * 4_800, (index + 1) * 4_800)
    return Math.sqrt(part.reduce((sum, sample) => sum + sample * sample, 0) / part.length)
  })
}

/** The packets of an Ogg file whose pages contain only whole packets. */
function packetsOf(file: Buffer): Buffer[] {
  const packets: Buffer[] = []
  for (let at = 0; at < file.length; ) {
    const segments = file.readUInt8(at + 26)
    let body = at + 27 + segments
    let length = 0
    for (const size of file.subarray(at + 27, body)) {
      length += size
      if (size === 255) continue
      packets.push(file.subarray(body, body + length))
      body += length
      length = 0
    }
    at = body
  }
  return packets
}
