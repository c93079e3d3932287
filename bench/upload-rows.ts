import { openAsBlob } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { Story } from '#contract/stories.ts'
import { buzz, ENCODINGS, writeRecording } from '#server/testing/recordings.ts'
import type { RowGroup } from './bench.ts'
import type { Installation } from './installation.ts'
import { p99Row, readList } from './latency.ts'
import { growthRow } from './memory-row.ts'
import { cookie } from './population.ts'
import { watchMemory } from './process-usage.ts'
import { say } from './workspace.ts'

const CONVERSION_LIMIT_MS = 5 * 60_000

/** Upload of a recording of the largest size: its cost for the server, and its effect on others. */
export const uploadRows: RowGroup = {
  name: 'upload',
  measure: async ({ workspace, community, options }) => {
    say('upload')
    const path = join(await workspace.folder('upload'), 'recording.wav')
    await writeRecording(
      path,
      buzz(options.uploads.seconds, () => 0.5),
      ENCODINGS.wav,
    )
    const megabyte = Math.round((await stat(path)).size / 1e6)
    const size = `${options.uploads.count} × ${megabyte} MB, converted`
    const installation = await community()
    const { pid } = installation.server
    const idle = await readList(installation, wait(options.rounds * options.seconds * 1000))
    const sending: number[] = []
    const converting: number[] = []
    const { megabytes } = await watchMemory(pid, async () => {
      for (let number = 0; number < options.uploads.count; number += 1) {
        const sent = upload(installation, path, number)
        sending.push(...(await readList(installation, sent)))
        converting.push(...(await readList(installation, untilConverted(installation, await sent))))
      }
    })
    return [
      growthRow('upload: memory', size, megabytes),
      p99Row('upload: other calls', { busy: sending, idle }),
      p99Row('upload: conversion', { busy: converting, idle }),
    ]
  },
}

interface Sent {
  id: number
  cookie: string
}

async function upload(installation: Installation, path: string, number: number): Promise<Sent> {
  const form = new FormData()
  form.set('title', 'A voice from the hallway')
  form.set('category', 'faith')
  form.set('audio', await openAsBlob(path, { type: 'audio/wav' }), 'recording.wav')
  const { url } = installation.server
  const headers = { cookie: cookie(number + 1, installation.population), origin: url }
  const response = await fetch(`${url}/api/stories`, { method: 'POST', body: form, headers })
  if (response.status !== 201) throw new Error(`${response.status} ${await response.text()}`)
  const { id } = z.object({ id: z.int() }).parse(await response.json())
  return { id, cookie: headers.cookie }
}

async function untilConverted(installation: Installation, sent: Sent): Promise<void> {
  const signal = AbortSignal.timeout(CONVERSION_LIMIT_MS)
  const url = `${installation.server.url}/api/stories/${sent.id}`
  for (;;) {
    const response = await fetch(url, { headers: { cookie: sent.cookie }, signal })
    const { audioState } = Story.parse(await response.json())
    if (audioState === 'ready') return
    if (audioState === 'failed') throw new Error('The recording could not be converted.')
    await wait(250, undefined, { signal })
  }
}
