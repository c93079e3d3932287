import type { FastifyInstance, FastifyRequest } from 'fastify'
import { DEFAULT_BODY_BYTES, type Endpoint } from '#contract/endpoint.ts'
import { AppError } from '#server/domain/app-error.ts'
import type { BodyNeed } from './body-memory.ts'
import { declaredBytes, receiveBody, requireStorableJson } from './receive-body.ts'
import { type ReceivedForm, receiveForm } from './upload.ts'

export type JsonParser = (request: FastifyRequest, text: string) => Promise<unknown>

/** Fastify's own parser, which refuses keys that would change prototypes. */
export function jsonParser(app: FastifyInstance): JsonParser {
  const parse = app.getDefaultJsonParser('error', 'error')
  return (request, text) =>
    new Promise((resolve, reject) => {
      void parse(request, text, (error, body) => (error ? reject(error) : resolve(body)))
    })
}

/** The input of a request, besides its URL. */
export interface Input {
  body: unknown
  /** For a signed endpoint; empty for others. */
  rawBody: Buffer
  form: ReceivedForm | undefined
}

const NOTHING: Input = { body: undefined, rawBody: Buffer.alloc(0), form: undefined }

/** The memory that a request's body needs; undefined if the endpoint doesn't use one. */
export function bodyNeed(
  request: FastifyRequest,
  { body, form, isSigned, maxBodyBytes = DEFAULT_BODY_BYTES }: Endpoint,
): BodyNeed | undefined {
  const declared = declaredBytes(request)
  if (declared === 0 || (!body && !form && !isSigned)) return undefined
  return {
    bytes: Math.min(declared ?? maxBodyBytes, maxBodyBytes),
    isForm: form !== undefined && request.isMultipart(),
  }
}

/** Reads the body of a request that has one, in the format of its endpoint. */
export async function receiveInput(
  request: FastifyRequest,
  { form, isSigned, maxBodyBytes = DEFAULT_BODY_BYTES }: Endpoint,
  { uploadDir, parseJson }: { uploadDir: string; parseJson: JsonParser },
): Promise<Input> {
  if (form && request.isMultipart()) {
    const received = await receiveForm(request, form, { uploadDir, maxFieldBytes: maxBodyBytes })
    return { ...NOTHING, form: received }
  }
  if (isSigned) return { ...NOTHING, rawBody: await receiveBody(request, maxBodyBytes) }
  if (!isJson(request)) {
    throw new AppError('unsupported_media', 'Send this as JSON or as a form.')
  }
  const text = (await receiveBody(request, maxBodyBytes)).toString()
  const body = await parseJson(request, text)
  requireStorableJson(text, body)
  return form ? { ...NOTHING, form: { fields: asFields(body), files: {} } } : { ...NOTHING, body }
}

function isJson({ headers }: FastifyRequest): boolean {
  return /^application\/json\s*(;|$)/i.test(headers['content-type'] ?? '')
}

/** A form without files may be sent as JSON. Each field is checked by the form's schema. */
function asFields(body: unknown): Record<string, string> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return {}
  return body as Record<string, string>
}
