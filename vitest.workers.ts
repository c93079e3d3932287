import { ChildProcess } from 'node:child_process'
import { ForksPoolWorker, type PoolRunnerInitializer, type WorkerRequest } from 'vitest/node'
import { TEST_MS } from './server/testing/limits.ts'

type Listener = (...args: unknown[]) => void

/**
 * Vitest's own processes, except that one may take longer than a minute to start, which happens on a
 * busy machine and otherwise fails the run: the limit, `START_TIMEOUT` in Vitest's source, can't be
 * configured.
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
  readonly #listeners = new Set<Listener>()
  /** Undefined once the process has started. */
  #requests: WorkerRequest[] | undefined = []
  #startTimer: NodeJS.Timeout | undefined

  override on(event: string, listener: Listener): void {
    if (event === 'message') this.#listeners.add(listener)
    super.on(event, listener)
  }

  override send(message: WorkerRequest): void {
    if (!isRequest(message)) super.send(message)
    else if (message.type === 'start') {
      super.send(message)
      this.#startTimer = setTimeout(() => this.#hangs(), TEST_MS).unref()
      for (const listener of this.#listeners) listener(STARTED)
    } else if (this.#requests) this.#requests.push(message)
    else super.send(message)
  }

  /** Called by Vitest with each message of the process. */
  override deserialize(data: unknown): unknown {
    if (data !== STARTED && responseType(data) === 'started') this.#hasStarted(data)
    return data
  }

  #hasStarted(response: unknown): void {
    clearTimeout(this.#startTimer)
    const error: unknown = Reflect.get(Object(response), 'error')
    if (error) throw error
    const waiting = this.#requests ?? []
    this.#requests = undefined
    for (const message of waiting) super.send(message)
  }

  #hangs(): void {
    // Private in Vitest's class.
    const child: unknown = Reflect.get(this, 'fork')
    if (!(child instanceof ChildProcess)) return
    child.emit('error', new Error(`A process did not start within ${TEST_MS / 60_000} minutes.`))
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
