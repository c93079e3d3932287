import fc from 'fast-check'
import { isForTeam } from '#contract/endpoint.ts'
import { type Operation, propertiesOf } from './document.ts'
import { type Known, parameterOf, valueFor } from './values.ts'

const ROLES = ['visitor', 'newMember', 'member', 'otherMember', 'admin'] as const
export type Role = (typeof ROLES)[number]

interface FormPart {
  name: string
  text: string
  file: { name: string; type: string; bytes: Buffer } | undefined
}

type Body =
  | { kind: 'none' }
  | { kind: 'json'; value: unknown }
  | { kind: 'raw'; type: string; bytes: Buffer }
  | { kind: 'form'; parts: FormPart[]; flaw: 'none' | 'no-end' | 'other-boundary' | 'cut' }

/** A request before it has a URL and a cookie. */
export interface FuzzRequest {
  operation: Operation
  role: Role
  path: Record<string, string>
  query: [name: string, value: string][]
  headers: Record<string, string>
  body: Body
}

/** A request as it is sent. */
export interface WireRequest {
  method: string
  url: string
  headers: Record<string, string>
  payload: Buffer | undefined
}

/** Values that exist on the server, by path and name. */
export interface Knowledge {
  /** Ids for a path parameter of an operation. */
  ids(path: string, name: string): readonly (string | number)[]
  /** Values for a property of a body. */
  property: Known
}

/** Generates any request to any of the operations. */
export function anyRequest(
  operations: readonly Operation[],
  knowledge: Knowledge,
): fc.Arbitrary<FuzzRequest> {
  return fc
    .constantFrom(...operations)
    .chain((operation) => requestTo(operation, knowledge)) as fc.Arbitrary<FuzzRequest>
}

function requestTo(operation: Operation, knowledge: Knowledge): fc.Arbitrary<FuzzRequest> {
  const places = operation.parameters.map((parameter) => {
    const known = parameter.in === 'path' ? knowledge.ids(operation.path, parameter.name) : []
    return { ...parameter, value: parameterOf(parameter.schema, { known }) }
  })
  const inPath = places.filter((place) => place.in === 'path')
  const inQuery = places.filter((place) => place.in === 'query')
  return fc.record({
    operation: fc.constant(operation),
    role: roleFor(operation),
    path: fc.record(Object.fromEntries(inPath.map(({ name, value }) => [name, value]))),
    query: queryOf(inQuery),
    headers: headersFor(operation),
    body: bodyFor(operation, knowledge.property),
  })
}

/** Any role, but mostly one that may make the call. */
function roleFor(operation: Operation): fc.Arbitrary<Role> {
  const any = fc.constantFrom(...ROLES)
  if (isForTeam(operation)) {
    return fc.oneof(
      { weight: 1, arbitrary: any },
      { weight: 3, arbitrary: fc.constant<Role>('admin') },
    )
  }
  return operation.who === 'member'
    ? fc.oneof(any, fc.constantFrom<Role>('member', 'otherMember', 'newMember'))
    : any
}

function queryOf(
  places: { name: string; value: fc.Arbitrary<string> }[],
): fc.Arbitrary<[string, string][]> {
  const named = places.map(({ name, value }) => value.map((text): [string, string] => [name, text]))
  if (named.length === 0) return fc.constant([])
  // The same name may occur twice.
  return fc.array(fc.oneof(...named), { maxLength: 3 })
}

const HEADERS: Record<string, readonly string[]> = {
  range: ['bytes=0-', 'bytes=-1', 'bytes=5-2', 'bytes=0-0,2-3', `bytes=${'9'.repeat(30)}-`, 'x'],
  'if-none-match': ['*', 'W/"x"', '"', '"a", "b"', ',,,'],
  'if-modified-since': ['yesterday', 'Thu, 01 Jan 1970 00:00:00 GMT'],
  'accept-encoding': ['br', 'gzip', 'identity;q=0', '*;q=0', 'zstd, x'],
  accept: ['text/html', 'image/webp', '*/*;q=0', 'x'],
  'x-forwarded-for': ['127.0.0.1', 'unknown', '1.2.3.4, 5.6.7.8', '::ffff:1.2.3.4%x'],
  'x-forwarded-proto': ['https', 'ftp'],
  'user-agent': ['', 'x'.repeat(2_000), 'Mozilla/5.0 (\u00ff)'],
  'idempotency-key': ['', 'same', 'x'.repeat(500)],
  'x-http-method-override': ['DELETE'],
  'sec-fetch-site': ['cross-site', 'same-origin'],
}

export const FOREIGN_ORIGINS = ['https://evil.example', 'null', 'http://localhost.evil.example']

function headersFor({ method }: Operation): fc.Arbitrary<Record<string, string>> {
  const single = Object.entries(HEADERS).flatMap(([name, values]) =>
    values.map((value) => ({ [name]: value })),
  )
  const none = fc.constant({} as Record<string, string>)
  const foreign = fc.constantFrom(...FOREIGN_ORIGINS).map((origin) => ({ origin }))
  return fc.oneof(
    { withCrossShrink: true },
    { weight: 6, arbitrary: none },
    { weight: 3, arbitrary: fc.constantFrom(...single) },
    { weight: method === 'GET' ? 0 : 1, arbitrary: foreign },
  )
}

const MALFORMED = [
  ['application/json', '{"a":'],
  ['application/json', ''],
  ['application/json', '[]'],
  ['application/json', '"text"'],
  ['application/json', 'null'],
  ['application/json', '{"__proto__":{"isAdmin":true}}'],
  ['application/json', '{"a":1,"a":2}'],
  ['application/json', '['.repeat(5_000)],
  ['application/json', `{"a":${'9'.repeat(400)}}`],
  ['application/json; charset=utf-16', '{}'],
  ['application/json', '\ufeff{}'],
  ['text/plain', 'text'],
  ['application/x-www-form-urlencoded', 'a=1&a=2'],
  ['application/xml', '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'],
  ['multipart/form-data', 'x'],
  ['multipart/form-data; boundary=', 'x'],
  ['multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form-data\r\n\r\n1\r\n--x--'],
  ['no type', '{}'],
  ['application/json', ' '.repeat(600_000)],
] as const

const malformed: fc.Arbitrary<Body> = fc
  .constantFrom(...MALFORMED)
  .map(([type, text]) => ({ kind: 'raw', type, bytes: Buffer.from(text) }))

/** A JSON body that is not valid UTF-8. */
const noText: fc.Arbitrary<Body> = fc.constant({
  kind: 'raw',
  type: 'application/json',
  bytes: Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
})

function bodyFor({ body, method }: Operation, known: Known): fc.Arbitrary<Body> {
  const none = fc.constant<Body>({ kind: 'none' })
  const broken = fc.oneof({ weight: 4, arbitrary: malformed }, { weight: 1, arbitrary: noText })
  if (!body) {
    return method === 'GET'
      ? none
      : fc.oneof({ weight: 8, arbitrary: none }, { weight: 1, arbitrary: broken })
  }
  const whole = (isNear: boolean): fc.Arbitrary<Body> =>
    body.type === 'json'
      ? valueFor(body.schema, { known, isNear }).map((value) => ({ kind: 'json', value }))
      : formOf(propertiesOf(body.schema), { known, isNear })
  return fc.oneof(
    { withCrossShrink: true },
    { weight: 3, arbitrary: whole(false) },
    { weight: 6, arbitrary: whole(true) },
    { weight: 1, arbitrary: none },
    { weight: 1, arbitrary: broken },
  )
}

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const file: fc.Arbitrary<FormPart['file']> = fc.record({
  name: fc.constantFrom('a.png', 'a.webm', '', '../../a', 'a\0.png', '"\r\nX: y', 'a'.repeat(300)),
  type: fc.constantFrom('image/png', 'audio/webm', 'text/html', 'image/svg+xml', ''),
  bytes: fc.oneof(
    fc.constantFrom(
      PNG,
      PNG.subarray(0, 40),
      Buffer.alloc(0),
      Buffer.from('%PDF-1.7'),
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
      Buffer.from('RIFF\0\0\0\0WAVEfmt '),
    ),
    fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
  ),
})

/** A form whose fields may be missing or repeated, as text or as a file. */
function formOf(
  properties: Record<string, Record<string, unknown>>,
  input: { known: Known; isNear: boolean },
): fc.Arbitrary<Body> {
  const parts = Object.entries(properties).map(([name, schema]) => {
    const text = valueFor(schema, input, name).map((value) =>
      typeof value === 'string' ? value : (JSON.stringify(value) ?? ''),
    )
    const isFile = schema.format === 'binary'
    return fc.record({
      name: fc.constant(name),
      text,
      file: fc.oneof(
        { weight: isFile ? 1 : 8, arbitrary: fc.constant(undefined) },
        { weight: isFile ? 4 : input.isNear ? 1 : 0, arbitrary: file },
      ),
    })
  })
  const all = fc.tuple(...parts)
  const some = fc.array(fc.oneof(...parts), { maxLength: parts.length + 2 })
  const flaw = input.isNear
    ? fc.constantFrom('none', 'none', 'none', 'no-end', 'other-boundary', 'cut')
    : fc.constant('none')
  // The values of the two constants above.
  return fc.record({
    kind: fc.constant('form'),
    parts: input.isNear && parts.length > 0 ? fc.oneof(all, some) : all,
    flaw,
  }) as fc.Arbitrary<Body>
}

/** Encodes a request with the given cookie. */
export function encode(
  request: FuzzRequest,
  input: { origin: string; cookie: string | undefined },
): WireRequest {
  const { operation, body } = request
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodePart(request.path[name] ?? ''),
  )
  const query = request.query.map(([name, value]) => `${name}=${encodePart(value)}`).join('&')
  const { type, payload } = encodeBody(body)
  return {
    method: operation.method,
    url: query ? `${path}?${query}` : path,
    headers: {
      host: new URL(input.origin).host,
      origin: input.origin,
      ...(input.cookie && { cookie: input.cookie }),
      ...(type !== undefined && { 'content-type': type }),
      ...request.headers,
    },
    payload,
  }
}

/** Replaces lone surrogates, which a URL can't contain, with U+FFFD. */
function encodePart(text: string): string {
  return encodeURIComponent(text.replace(/\p{Cs}/gu, '\ufffd'))
}

const BOUNDARY = 'fuzz-boundary'

function encodeBody(body: Body): { type?: string; payload: Buffer | undefined } {
  switch (body.kind) {
    case 'none':
      return { payload: undefined }
    case 'json':
      return { type: 'application/json', payload: Buffer.from(JSON.stringify(body.value) ?? '') }
    case 'raw':
      return { type: body.type, payload: body.bytes }
    case 'form': {
      const whole = Buffer.concat([
        ...body.parts.flatMap(encodePartOfForm),
        Buffer.from(body.flaw === 'no-end' ? '' : `--${BOUNDARY}--\r\n`),
      ])
      const boundary = body.flaw === 'other-boundary' ? 'another' : BOUNDARY
      const payload = body.flaw === 'cut' ? whole.subarray(0, whole.length / 2) : whole
      return { type: `multipart/form-data; boundary=${boundary}`, payload }
    }
  }
}

function encodePartOfForm({ name, text, file: upload }: FormPart): Buffer[] {
  const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"`
  if (!upload) return [Buffer.from(`${head}\r\n\r\n${text}\r\n`)]
  const fileHead = `${head}; filename="${upload.name}"\r\nContent-Type: ${upload.type}\r\n\r\n`
  return [Buffer.from(fileHead), upload.bytes, Buffer.from('\r\n')]
}

/** A request as a curl command. */
export function curlOf({ method, url, headers, payload }: WireRequest, origin: string): string {
  const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`
  const shown = Object.entries(headers).filter(([name]) => name !== 'host')
  const parts = [
    `curl -i -X ${method} ${quoted(origin + url)}`,
    ...shown.map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
  ]
  if (payload && payload.length > 0) parts.push(bodyForCurl(payload))
  return parts.join(' ')
}

function bodyForCurl(payload: Buffer): string {
  const text = payload.toString('latin1')
  const escaped = text.replace(/[^\x20-\x26\x28-\x5b\x5d-\x7e]/g, (character) => {
    return `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`
  })
  const shown =
    escaped.length > 3_000 ? `${escaped.slice(0, 3_000)} … ${text.length} bytes` : escaped
  return `--data-binary $'${shown}'`
}
