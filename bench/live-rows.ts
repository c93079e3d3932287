import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { browserOffer } from '#server/testing/browser-offer.ts'
import { endChild } from '#server/testing/child-process.ts'
import { mutilate } from '#server/testing/mutilate.ts'
import type { RowGroup } from './bench.ts'
import { LiveSetup } from './live-setup.ts'
import type { Options } from './options.ts'
import { cpuSeconds, residentMegabytes } from './process-usage.ts'
import { percentile } from './statistics.ts'
import { judge, type Row } from './table.ts'
import { say, type Workspace } from './workspace.ts'

/** People who come and go at the same time. */
const LANES = 4
/** Packets of one speaker to 100 listeners, for which the bar is. */
const ALL_PER_SECOND = 50 * 100
/** What is on its way when the last packet was sent. */
const ARRIVAL_MS = 1_000

type Measure = (
  setup: LiveSetup,
  given: { options: Options; workspace: Workspace },
) => Promise<Row[]>

/** The live room's own engine: what it costs, loses and survives. */
export const liveRows: RowGroup = {
  name: 'live',
  measure: async ({ options, workspace }) => {
    const measures: Record<string, Measure> = { cost, loss, joins, death, deadTab, leaks, offers }
    const rows: Row[] = []
    for (const [name, measure] of Object.entries(measures)) {
      say(`live: ${name}`)
      const setup = await LiveSetup.open(workspace)
      try {
        rows.push(...(await measure(setup, { options, workspace })))
      } finally {
        await setup.close()
      }
    }
    return rows
  },
}

const cost: Measure = async (setup, { options }) => {
  const { listeners } = options.live
  await setup.enterAll(listeners)
  const speaker = await setup.speaker('speaker')
  await setup.speak([speaker], 2)
  const seconds = 3 * options.seconds + 3
  const [before, received, startedAt] = [await cpu(setup), setup.packets, performance.now()]
  await setup.speak([speaker], seconds)
  const elapsed = (performance.now() - startedAt) / 1_000
  const used = (await cpu(setup)) - before
  const packets = setup.packets - received
  return [
    judge(
      {
        name: `live: ${listeners} listeners, 1 speaker`,
        ours: `${((used / packets) * 1e6).toFixed(0)} µs a packet`,
        peer: `${Math.round(packets / elapsed)} packets/s`,
      },
      // On a busy machine fewer are sent than a browser sends; this is what all would cost.
      {
        value: (used / packets) * ALL_PER_SECOND * 100,
        unit: ' % of a core',
        digits: 0,
        atMost: 25,
      },
    ),
  ]
}

const loss: Measure = async (setup, { options }) => {
  const listeners = Math.round(options.live.listeners * 0.6)
  await setup.enterAll(listeners)
  const speakers = [await setup.speaker('speaker-1'), await setup.speaker('speaker-2')]
  await setup.speak(speakers, 1)
  await wait(ARRIVAL_MS)
  const before = setup.packets
  const sent = await setup.speak(speakers, options.live.minutes * 60)
  await wait(ARRIVAL_MS)
  // Nobody hears themselves.
  const expected = sent * (listeners + 1)
  const lost = expected - (setup.packets - before)
  return [
    judge(
      {
        name: `live: loss, ${listeners} listeners, 2 speakers`,
        ours: `${lost} of ${expected.toLocaleString('en')} packets`,
        peer: `${options.live.minutes} minutes`,
      },
      { value: lost, unit: ' lost', digits: 0, atMost: 0 },
    ),
  ]
}

const joins: Measure = async (setup, { options }) => {
  const { timedJoins } = options.live
  const milliseconds: number[] = []
  for (let number = 0; number < timedJoins; number++) {
    const startedAt = performance.now()
    await setup.enter(`person-${number}`)
    milliseconds.push(performance.now() - startedAt)
  }
  const row = (share: number, atMost: number): Row =>
    judge(
      {
        name: `live: join, p${share * 100}`,
        ours: `${timedJoins} one after the other`,
        peer: 'from the offer to sound',
      },
      { value: percentile(milliseconds, share), unit: ' ms', digits: 0, atMost },
    )
  return [row(0.5, 300), row(0.95, 1_000)]
}

const death: Measure = async (setup) => {
  const people = ['speaker', 'listener']
  await setup.speaker('speaker')
  await setup.enter('listener')
  const startedAt = performance.now()
  const back = setup.until(({ type }) => type === 'restarted')
  process.kill(setup.pid, 'SIGKILL')
  await back
  const [speaker] = await Promise.all(people.map((person) => setup.enter(person)))
  const before = setup.packets
  while (speaker && setup.packets === before) {
    await setup.speak([speaker], 0.02)
    await wait(5)
  }
  return [
    judge(
      { name: 'live: a killed process', ours: 'until sound is heard again', peer: '' },
      { value: (performance.now() - startedAt) / 1_000, unit: ' s', digits: 1, atMost: 3 },
    ),
  ]
}

const deadTab: Measure = async (setup, { workspace }) => {
  const tab = fork(join(import.meta.dirname, 'bare-live-tab.ts'))
  workspace.onClose(() => endChild(tab))
  await setup.admit('tab')
  const [offer] = await once(tab, 'message')
  tab.send(await setup.answer('tab', String(offer)))
  await once(tab, 'message')
  const gone = setup.until(({ type }) => type === 'gone')
  tab.kill('SIGKILL')
  return [
    judge(
      { name: 'live: a dead tab', ours: 'until it is missed', peer: '' },
      { value: (await gone) / 1_000, unit: ' s', digits: 1, atMost: 10 },
    ),
  ]
}

const leaks: Measure = async (setup, { options }) => {
  const comeAndGo = async (from: number, count: number): Promise<void> => {
    const lane = async (first: number): Promise<void> => {
      for (let number = first; number < from + count; number += LANES) {
        const name = `person-${number}`
        await setup.leave(name, await setup.enter(name))
      }
    }
    await Promise.all(Array.from({ length: LANES }, (_, index) => lane(from + index)))
  }
  const total = options.live.joins
  // The first ones fill caches and heaps.
  await comeAndGo(0, total / 4)
  const before = await residentMegabytes(setup.pid)
  await comeAndGo(total / 4, (total * 3) / 4)
  const after = await residentMegabytes(setup.pid)
  return [
    judge(
      {
        name: `live: ${total} joins and leaves`,
        ours: `${after.toFixed(0)} MB`,
        peer: `${before.toFixed(0)} MB after the first quarter`,
      },
      { value: after / before, atMost: 1.25 },
    ),
  ]
}

const offers: Measure = async (setup, { options }) => {
  const { pid } = setup
  await setup.admit('mallory')
  let answered = 0
  let failed = 0
  for (let seed = 0; seed < options.live.offers; seed++) {
    await setup.answer('mallory', mutilate(browserOffer(), seed)).then(
      () => {
        answered += 1
      },
      (error: { code?: string }) => {
        if (error.code !== 'invalid_input') failed += 1
      },
    )
  }
  const isSame = setup.engine.processOf('session-1') === pid
  return [
    judge(
      {
        name: `live: ${options.live.offers} mutilated offers`,
        ours: `${answered} answered, the others refused`,
        peer: isSame ? 'the process lives' : 'THE PROCESS DIED',
      },
      { value: failed + (isSame ? 0 : 1), unit: ' failures', digits: 0, atMost: 0 },
    ),
  ]
}

async function cpu(setup: LiveSetup): Promise<number> {
  const seconds = await cpuSeconds(setup.pid)
  if (seconds === undefined) throw new Error('The system does not say what a process uses.')
  return seconds
}
