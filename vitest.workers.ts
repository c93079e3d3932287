import { ChildProcess } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import {
  ForksPoolWorker,
  type PoolOptions,
  type PoolRunnerInitializer,
  type WorkerRequest,
} from 'vitest/node'
import type { ProcessorSeconds } from './scripts/processor-time.ts'

/** For a process that hangs. */
const START_LIMIT_MS = 900_000

const TICKS_PER_SECOND = 100

type Listener = (...args: unknown[]) => void

const spent: ProcessorSeconds = { projects: {}, files: {} }

/**
 * Vitest's own processes, with two differences: one may take longer than a minute to start, which
 * happens on a busy machine and otherwise fails the run (the limit, `START_TIMEOUT` in Vitest's
 * source, can't be configured), and their processor time is counted.
 */
export const workers: PoolRunnerInitializer = {
  name: 'patient-forks',
  createPoolWorker: (options) => new PatientWorker(options),
}

/**
 * Tells Vitest at once that the process has started, and keeps its requests until it really has.
 */
class PatientWorker extends ForksPoolWorker {
  override readonly name = workers.name
  readonly #project: string
  readonly #root: string
  readonly #listeners = new Set<Listener>()
  /** Undefined once the process has started. */
  #requests: WorkerRequest[] | undefined = []
  #startTimer: NodeJS.Timeout | undefined
  #files: string[] = []
  #counted = 0

  constructor(options: PoolOptions) {
    super(options)
    this.#project = options.project.name
    this.#root = options.project.vitest.config.root
  }

  override on(event: string, listener: Listener): void {
    if (event === 'message') this.#listeners.add(listener)
    super.on(event, listener)
  }

  override send(message: WorkerRequest): void {
    if (!isRequest(message)) super.send(message)
    else if (message.type === 'start') {
      super.send(message)
      this.#startTimer = setTimeout(() => this.#hangs(), START_LIMIT_MS).unref()
      for (const listener of this.#listeners) listener(STARTED)
    } else if (this.#requests) this.#requests.push(message)
    else this.#request(message)
  }

  /** Called by Vitest with each message of the process. */
  override deserialize(data: unknown): unknown {
    const type = data === STARTED ? undefined : responseType(data)
    if (type === 'started') this.#hasStarted(data)
    if (type === 'testfileFinished' || type === 'stopped') this.#count()
    return data
  }

  #hasStarted(response: unknown): void {
    clearTimeout(this.#startTimer)
    const error: unknown = Reflect.get(Object(response), 'error')
    if (error) throw error
    const waiting = this.#requests ?? []
    this.#requests = undefined
    for (const message of waiting) this.#request(message)
  }

  #request(message: WorkerRequest): void {
    if (message.type === 'run') {
      this.#files = message.context.files.map(({ filepath }) => relative(this.#root, filepath))
    }
    super.send(message)
  }

  /** Counts the processor time since the last file to this one; the first file's includes the start. */
  #count(): void {
    const seconds = processorSeconds(this.#process()?.pid)
    if (seconds === undefined) return
    const used = seconds - this.#counted
    this.#counted = seconds
    const { projects, files } = spent
    projects[this.#project] = (projects[this.#project] ?? 0) + used
    for (const file of this.#files) files[file] = (files[file] ?? 0) + used / this.#files.length
  }

  #hangs(): void {
    this.#process()?.emit('error', new Error('A process did not start within 15 minutes.'))
  }

  /** Private in Vitest's class. */
  #process(): ChildProcess | undefined {
    const child: unknown = Reflect.get(this, 'fork')
    return child instanceof ChildProcess ? child : undefined
  }
}

const STARTED = { __vitest_worker_response__: true, type: 'started' }

/** Messages of Vitest's remote calls are none. */
function isRequest(message: WorkerRequest): boolean {
  return message.__vitest_worker_request__ === true
}

function responseType(data: unknown): unknown {
  const response: Record<string, unknown> = Object(data)
  return response.__vitest_worker_response__ === true ? response.type : undefined
}

/**
 * The processor time of a process and of its children that have ended, from Linux's `/proc`;
 * undefined on other systems.
 */
function processorSeconds(pid: number | undefined): number | undefined {
  try {
    // The name, in parentheses, may contain spaces. Fields 14 to 17 are utime, stime, cutime, cstime.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS_PER_SECOND
  } catch {
    return undefined
  }
}

const { PROCESSOR_TIME_FILE } = process.env
if (PROCESSOR_TIME_FILE) {
  process.on('exit', () => {
    // Vitest reads its configuration, and so this file, twice, and counts in one of them.
    if (Object.keys(spent.files).length === 0) return
    mkdirSync(dirname(PROCESSOR_TIME_FILE), { recursive: true })
    writeFileSync(PROCESSOR_TIME_FILE, JSON.stringify(spent))
  })
}
