import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import type { ConnectionError, FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { ERROR_STATUS, type ErrorBody, type ErrorCode } from '#contract/errors.ts'
import { PoolBusyError } from '#server/db/take-connection.ts'
import { AppError, tooBusy } from '#server/domain/app-error.ts'
import { errorPage, isForPerson } from './error-page.ts'
import { brokenOff } from './receive-body.ts'

const UNEXPECTED = 'Something went wrong on our side. Please try again.'
const UNAVAILABLE = 'We are having trouble right now. Nothing was lost. Please try again shortly.'

/** Seconds after which to try again if nobody knows how long a failure lasts. */
const UNAVAILABLE_SECONDS = 30
/** Seconds after which to try again if the server was too busy. */
const BUSY_SECONDS = 5

/**
 * Answers whatever was thrown: with a page if a browser asked for one, otherwise with the documented
 * error body. The newer value of a conflict is sent as `present` returns it; without `present`, it
 * isn't sent.
 */
export function sendError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  present?: (newer: unknown) => unknown,
): void {
  const failure = toAppError(error)
  // Under a flood, logging a stack for each refusal would be extra work.
  const isOverload = failure.code === 'provider_unavailable' && failure.retryAfterSeconds
  if (failure.code === 'internal' || (failure.code === 'provider_unavailable' && !isOverload)) {
    request.log.error({ err: failure.cause ?? error }, failure.message)
  }
  const retryAfter = failure.retryAfterSeconds ?? defaultWait(failure.code)
  if (retryAfter) reply.header('Retry-After', retryAfter)
  reply.code(ERROR_STATUS[failure.code]).header('Cache-Control', 'no-store')
  if (isForPerson(request)) {
    reply.type('text/html; charset=utf-8').send(errorPage(failure.message, retryAfter))
    return
  }
  const body: ErrorBody = {
    message: failure.message,
    error: failure.message,
    code: failure.code,
    requestId: request.id,
    ...(failure.fields && { fields: failure.fields }),
    ...(failure.secondLook && { secondLook: failure.secondLook }),
    ...(present && failure.newer !== undefined && { newer: present(failure.newer) }),
  }
  reply.type('application/json; charset=utf-8').send(JSON.stringify(body))
}

function defaultWait(code: ErrorCode): number | undefined {
  return code === 'provider_unavailable' ? UNAVAILABLE_SECONDS : undefined
}

/** In what has arrived of a request: it may end before the headers do. */
const ASKS_FOR_PAGE = /^GET \/(?!api\/)|^accept:[^\n]*text\/html/im

/**
 * Answers bytes that aren't a request: there is no reply yet, only the connection. A connection
 * that a browser opened early and hasn't used is closed without an answer, because the browser
 * would take one for the answer to a request that it sends at the same moment.
 */
export function sendClientError(error: ConnectionError, socket: Socket): void {
  const isUnused = socket.bytesRead === 0
  if (error.code === 'ECONNRESET' || isUnused || !socket.writable) return void socket.destroy()
  const isTooLong = error.code === 'HPE_HEADER_OVERFLOW'
  const message = isTooLong
    ? 'This address, or what your browser sent with it, is too long.'
    : 'This request could not be read.'
  const body = { message, error: message, code: 'invalid_input', requestId: randomUUID() }
  const isPage = ASKS_FOR_PAGE.test(String(error.rawPacket))
  const text = isPage ? errorPage(message) : JSON.stringify(body)
  const head = [
    isTooLong ? 'HTTP/1.1 431 Request Header Fields Too Large' : 'HTTP/1.1 400 Bad Request',
    `Content-Type: ${isPage ? 'text/html' : 'application/json'}; charset=utf-8`,
    `Content-Length: ${Buffer.byteLength(text)}`,
    'Cache-Control: no-store',
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${text}`, () => socket.destroy())
}

export function sendNotFound(request: FastifyRequest, reply: FastifyReply): void {
  sendError(new AppError('not_found', 'There’s nothing at this address.'), request, reply)
}

function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (isCallerLost(error)) return brokenOff(error)
  if (error instanceof PoolBusyError) return tooBusy(BUSY_SECONDS)
  if (isDatabaseDown(error))
    return new AppError('provider_unavailable', UNAVAILABLE, { cause: error })
  if (isCallerGone(error)) {
    return new AppError('not_signed_in', 'Please sign in to continue.', { cause: error })
  }
  const known = codeOfClientError(error)
  if (known) return new AppError(known.code, known.message, { cause: error })
  return new AppError('internal', UNEXPECTED, { cause: error })
}

/** Errors of the HTTP layer itself, before a handler runs. */
function codeOfClientError(error: unknown): { code: ErrorCode; message: string } | undefined {
  const status = error instanceof Error ? (error as FastifyError).statusCode : undefined
  if (status === 413) return { code: 'too_large', message: 'This is too large. Send less at once.' }
  if (status === 415) {
    return { code: 'unsupported_media', message: 'Send this as JSON or as a form.' }
  }
  if (status !== undefined && status >= 400 && status < 500) {
    return { code: 'invalid_input', message: 'This request could not be read.' }
  }
  return undefined
}

/** Whether the connection to the caller broke during reading or writing. */
function isCallerLost(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false
  // Node's error for an aborted request. Errors of database connections have a `syscall`.
  if (error.code === 'ECONNRESET') return error.message === 'aborted' && !('syscall' in error)
  return error.code === 'FST_PREMATURE_CLOSE'
}

/** Matches the names of all foreign keys to `member`, and no others. */
export const MEMBER_RULE =
  /_(member_id|admin_id|suspended_by|claimed_by|decided_by|answered_by|responded_by|proposed_by|sent_by|created_by|started_by|lifted_by|changed_by)_fkey$/

/** Whether a row refers to a member who was deleted during the call (SQLSTATE 23503). */
function isCallerGone(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error) || error.code !== '23503') return false
  return 'constraint' in error && MEMBER_RULE.test(String(error.constraint))
}

const CONNECTION_ERRORS = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
])

/**
 * Whether the database could not be reached, is stopping or starting (SQLSTATE 08, 57P, 53), is a
 * replica that has not taken over yet (25006), or canceled a read that conflicted with changes from
 * the primary (40001).
 */
function isDatabaseDown(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  if (CONNECTION_ERRORS.has(code) || /^(08|57P|53|25006|40001)/.test(code)) return true
  if (error instanceof AggregateError) return error.errors.some(isDatabaseDown)
  return /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/.test(
    error.message,
  )
}
