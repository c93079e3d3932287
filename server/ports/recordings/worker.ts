import { constants, setPriority } from 'node:os'
import { type Conversion, type ConversionInput, convertRecording } from './conversion.ts'
import { type Refusal, RefusedRecording } from './refusal.ts'

/**
 * The child process that converts one recording: native decoders read untrusted bytes here, so that
 * neither a crash nor high memory use affects the server.
 */

export interface WorkerJob extends ConversionInput {
  maxMegabytes: number
}

export type WorkerReply =
  | { outcome: 'converted'; conversion: Conversion }
  | { outcome: 'refused'; refusal: Refusal; detail: string }
  | { outcome: 'failed'; detail: string }

const MEGABYTE = 1_000_000
const MEMORY_CHECK_MS = 50

async function replyTo(job: WorkerJob): Promise<WorkerReply> {
  try {
    return { outcome: 'converted', conversion: await convertRecording(job) }
  } catch (error) {
    if (error instanceof RefusedRecording) {
      return { outcome: 'refused', refusal: error.refusal, detail: error.message }
    }
    return { outcome: 'failed', detail: String(error) }
  }
}

function finish(reply: WorkerReply): void {
  process.send?.(reply, undefined, undefined, () => process.exit())
}

function refuseBeyond(megabytes: number): void {
  if (process.memoryUsage.rss() < megabytes * MEGABYTE) return
  finish({ outcome: 'refused', refusal: 'unreadable', detail: `more than ${megabytes} MB needed` })
}

setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
process.once('disconnect', () => process.exit())
process.once('message', (job: WorkerJob) => {
  setInterval(() => refuseBeyond(job.maxMegabytes), MEMORY_CHECK_MS)
  void replyTo(job).then(finish)
})
