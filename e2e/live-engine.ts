import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { stripTypeScriptTypes } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { createEmbeddedEngine, type EmbeddedEngine } from '#server/ports/live/embedded/engine.ts'
import type { LiveEvent } from '#server/ports/live/port.ts'
import { listenLocally } from '#server/testing/local-server.ts'
import type { MediaEvents } from '#web/features/live/media-client.ts'
import type { EmbeddedMedia } from '#web/features/live/media-embedded.ts'
import type { ConnectionState, Transport } from '#web/features/live/reconnection.ts'
import { watchConnections } from './live-steps.ts'

export const ROOM = 'session-1'

/** State in the page that tests read. */
interface Bench {
  states: ConnectionState[]
  live: EmbeddedMedia
}

declare global {
  var bench: Bench
  var sendOffer: MediaEvents['offer']
}

/** The engine and the browser's client, connected directly. */
export class EngineSite {
  readonly engine: EmbeddedEngine
  readonly events: LiveEvent[] = []
  readonly #folder: string
  #port = 0
  readonly #server = createServer((request, response) => {
    this.#serve(request.url ?? '/').then(
      ({ type, body }) => response.setHeader('content-type', type).end(body),
      () => response.writeHead(404).end(),
    )
  })

  private constructor(folder: string) {
    this.#folder = folder
    this.engine = createEmbeddedEngine({
      bind: '0.0.0.0',
      ports: [22_100, 22_199],
      announcedAddresses: [],
      iceServers: [],
      turn: undefined,
      recordingsDir: folder,
      now: () => new Date(),
      onProblem: () => undefined,
    })
    this.engine.subscribe((event) => this.events.push(event))
  }

  static async start(): Promise<EngineSite> {
    const site = new EngineSite(await mkdtemp(join(tmpdir(), 'live-')))
    site.#port = await listenLocally(site.#server)
    await site.engine.open(ROOM)
    return site
  }

  async stop(): Promise<void> {
    await this.engine.shutDown()
    this.#server.close()
    await rm(this.#folder, { recursive: true, force: true })
  }

  async #serve(url: string): Promise<{ type: string; body: string }> {
    if (!url.endsWith('.ts')) return { type: 'text/html', body: '<!doctype html><button>Join' }
    const name = /^\/([a-z-]+\.ts)$/.exec(url)?.[1] ?? ''
    const source = await readFile(new URL(`../web/features/live/${name}`, import.meta.url), 'utf8')
    return { type: 'text/javascript', body: stripTypeScriptTypes(source) }
  }

  /** Joins with a click, like a person. `losesUdp` simulates a network that blocks UDP. */
  async join(page: Page, participantId: string, { losesUdp = false } = {}): Promise<void> {
    await this.engine.admit({ room: ROOM, participantId, canSpeak: true })
    await page.exposeFunction('sendOffer', async (input: { sdp: string; transport: Transport }) => {
      const { sdp: offer, transport } = input
      const { answer } = await this.engine.connect({ room: ROOM, participantId, offer, transport })
      return losesUdp ? answer.replace(/(a=candidate:\d+ 1 udp \d+ \S+) \d+/g, '$1 9') : answer
    })
    await watchConnections(page)
    await page.goto(`http://localhost:${this.#port}/`)
    await page.evaluate(prepare)
    await page.getByRole('button').click()
  }
}

/** Runs in the page: makes the button join. */
async function prepare(): Promise<void> {
  const path = '/media-embedded.ts'
  const client: typeof import('#web/features/live/media-embedded.ts') = await import(path)
  document.querySelector('button')?.addEventListener('click', () => {
    const states: ConnectionState[] = []
    const live = new client.EmbeddedMedia({ provider: 'embedded', iceServers: [] })
    live.connect({
      offer: (input) => window.sendOffer(input),
      onState: (state) => states.push(state),
      onBlocked: () => states.push('reconnecting'),
      onLevels: () => undefined,
      onEnded: () => undefined,
    })
    window.bench = { states, live }
  })
}

export async function openMicrophone(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const stream = await navigator.mediaDevices.getUserMedia({ audio: true })
    window.bench.live.setMicrophone(stream.getAudioTracks()[0] ?? null)
  })
}
