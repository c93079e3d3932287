import { z } from 'zod'
import { ERROR_STATUS, ErrorBody } from '#contract/errors.ts'
import type { Operation, Schema } from './document.ts'
import { FOREIGN_ORIGINS, type FuzzRequest, type Role } from './requests.ts'

/** A response. `bytes` is empty for an endless stream. */
export interface WireAnswer {
  status: number
  headers: Record<string, string | string[] | number | undefined>
  bytes: Buffer
}

/** A problem with an answer. */
export interface Problem {
  kind:
    | 'server error'
    | 'undocumented error'
    | 'leaked internals'
    | 'undocumented answer'
    | 'wrong access'
    | 'foreign origin accepted'
    | 'undocumented input accepted'
    | 'secret of another'
  detail: string
}

export interface Judge {
  judge(request: FuzzRequest, answer: WireAnswer, forbidden: readonly string[]): Problem | undefined
}

/** Patterns for texts that only a library, database, file system or runtime writes. */
const INTERNALS = [
  /\bat (async )?[\w.<>]+ \(?(file:|node:|\/)/,
  /node_modules|node:internal|\.ts:\d+/,
  /(^|[\s"'(])\/(home|work|tmp|usr|var|etc|root)\//,
  /\b(FST|ERR|FAST|ECONN|ENO|EPIPE|EACC|SQLITE)_?[A-Z]+_?[A-Z]*\b/,
  /violates|duplicate key|syntax error|relation "|column "|SQLSTATE|pg_|invalid byte sequence/i,
  /Zod|\bexpected \w+, received|Invalid (input|option|string|format)\b|Unrecognized key/i,
  /\b\w*Error\b:|Unexpected token|JSON at position|in JSON|is not a function|Cannot (read|set) /,
  /\[object \w+\]|\bundefined\b|\bNaN\b/,
  /ffmpeg|libav|sharp|vips|kysely|fastify|busboy|Content-Type/i,
]

/** Calls with a password, code or token, which may be wrong. */
const CREDENTIALS =
  /^\/api\/(login|verify-otp|first-admin|reset-password|user$|user\/|moods\/(lock|unlock))/
/** Calls that are authenticated by a signature or token, not by a session. */
const SIGNED = /^\/api\/(webhooks\/|unsubscribe$)/
/** Statuses with which a malformed request can be refused before its sender is checked. */
const BEFORE_ACCESS = new Set([400, 404, 413, 415, 429, 503])

/** Creates a judge that compares answers with the document and the error format. */
export function createJudge(): Judge {
  const answers = new Map<Operation, z.ZodType>()
  const bodies = new Map<Operation, z.ZodType>()
  const schemaFor = (known: Map<Operation, z.ZodType>, operation: Operation, schema: Schema) => {
    const found = known.get(operation) ?? z.fromJSONSchema(schema)
    known.set(operation, found)
    return found
  }

  const judgeError = (answer: WireAnswer): Problem | undefined => {
    const text = answer.bytes.toString()
    const body = ErrorBody.safeParse(parseJson(text))
    if (!body.success) return { kind: 'undocumented error', detail: `${answer.status} ${text}` }
    const { message, error, code, fields } = body.data
    if (ERROR_STATUS[code] !== answer.status || message !== error) {
      return { kind: 'undocumented error', detail: `${answer.status} ${text}` }
    }
    const words = [message, ...Object.values(fields ?? {})]
    const leaked = words.find((word) => INTERNALS.some((pattern) => pattern.test(word)))
    return leaked === undefined ? undefined : { kind: 'leaked internals', detail: leaked }
  }

  const judgeSuccess = (request: FuzzRequest, answer: WireAnswer): Problem | undefined => {
    const { operation, body } = request
    const origin = request.headers.origin ?? ''
    if (FOREIGN_ORIGINS.includes(origin) && !SIGNED.test(operation.path)) {
      return { kind: 'foreign origin accepted', detail: `${origin}: ${answer.status}` }
    }
    const wrong = misread(request)
    if (wrong) return { kind: 'undocumented input accepted', detail: wrong }
    if (operation.body?.type === 'json' && body.kind === 'json') {
      const schema = schemaFor(bodies, operation, typesOf(operation.body.schema))
      // A missing body counts as an empty object.
      const parsed = schema.safeParse(body.value ?? {})
      if (!parsed.success)
        return { kind: 'undocumented input accepted', detail: issue(parsed.error) }
    }
    if (!operation.answer || answer.status >= 300) return undefined
    if (!isJson(answer)) {
      return { kind: 'undocumented answer', detail: String(answer.headers['content-type']) }
    }
    const parsed = schemaFor(answers, operation, operation.answer).safeParse(
      parseJson(answer.bytes.toString()),
    )
    return parsed.success ? undefined : { kind: 'undocumented answer', detail: issue(parsed.error) }
  }

  return {
    judge: (request, answer, forbidden) => {
      const { status, bytes } = answer
      if (status >= 400 && !isJson(answer)) {
        return { kind: 'undocumented error', detail: `${status} ${bytes.toString().slice(0, 300)}` }
      }
      if (status >= 500 && status !== 503) {
        return { kind: 'server error', detail: `${status} ${bytes.toString().slice(0, 300)}` }
      }
      const access = judgeAccess(request, status)
      if (access) return access
      const text = bytes.toString()
      const secret = forbidden.find((word) => text.includes(word))
      if (secret !== undefined) return { kind: 'secret of another', detail: secret }
      return status >= 400 ? judgeError(answer) : judgeSuccess(request, answer)
    },
  }
}

/** Finds a call that admits a role that the document excludes, or the other way around. */
function judgeAccess(
  { operation, role, headers }: FuzzRequest,
  status: number,
): Problem | undefined {
  const wrong = (detail: string): Problem => ({ kind: 'wrong access', detail })
  if (!mayCall(role, operation)) {
    const refusal = role === 'visitor' ? 401 : 403
    if (status === refusal || BEFORE_ACCESS.has(status)) return undefined
    if (status === 403 && (headers.origin ?? headers['sec-fetch-site'])) return undefined
    return wrong(`a ${role} got ${status} from a call for ${operation.who}s`)
  }
  const needsMore = operation.who === 'any' && role === 'visitor'
  if (status === 401 && !needsMore && !CREDENTIALS.test(operation.path)) {
    return wrong(`a signed-in ${role} got 401`)
  }
  return undefined
}

function mayCall(role: Role, { who }: Operation): boolean {
  if (who === 'any' || role === 'admin') return true
  return who === 'member' && role !== 'visitor'
}

/** A path or query value that was accepted as a number although the document doesn't allow it. */
function misread({ operation, path, query }: FuzzRequest): string | undefined {
  for (const { name, in: place, schema } of operation.parameters.filter(isNumber)) {
    const values =
      place === 'path'
        ? [path[name] ?? '']
        : query.filter(([key]) => key === name).map(([, v]) => v)
    const documented = z.fromJSONSchema(schema)
    const wrong = values.find((value) => {
      const forms = /^(0|[1-9]\d*)$/.test(value) ? [value, Number(value)] : [value]
      return !forms.some((form) => documented.safeParse(form).success)
    })
    if (wrong !== undefined) return `${name}=${JSON.stringify(wrong)}`
  }
  return undefined
}

/** Whether a schema allows an integer, directly or in `anyOf`. */
function isNumber(value: { schema: Schema }): boolean {
  const { type, anyOf = [] } = value.schema
  return type === 'integer' || (anyOf as Schema[]).some((schema) => isNumber({ schema }))
}

/** A schema without the constraints that the server checks after trimming and normalizing a text. */
function typesOf(schema: Schema): Schema {
  const dropped = new Set(['pattern', 'format', 'minLength', 'maxLength'])
  const strip = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(strip)
    if (typeof value !== 'object' || value === null) return value
    // Ids aren't normalized, so their schema stays.
    if (isNumber({ schema: value as Schema })) return value
    // An object here is a property with the name of a keyword, so it stays.
    return Object.fromEntries(
      Object.entries(value)
        .filter(([name, inner]) => !dropped.has(name) || typeof inner === 'object')
        .map(([name, inner]) => [name, strip(inner)]),
    )
  }
  return strip(schema) as Schema
}

function issue(error: z.ZodError): string {
  return error.issues
    .slice(0, 3)
    .map(({ path, message }) => `${path.join('.')}: ${message}`)
    .join('; ')
}

function isJson({ headers }: WireAnswer): boolean {
  return headers['content-type'] === 'application/json; charset=utf-8'
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
