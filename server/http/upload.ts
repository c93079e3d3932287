import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FastifyRequest } from 'fastify'
import type { Form } from '#contract/endpoint.ts'
import { AppError } from '#server/domain/app-error.ts'
import { brokenOff, declaredBytes, requireStorable } from './receive-body.ts'
import { throttle } from './throttle.ts'

/** A received file. It is removed when its request ends. */
export interface Upload {
  path: string
  bytes: number
  /** The file name as it was sent, without its folder; empty if there was none. Untrusted. */
  name: string
}

export interface ReceivedForm {
  fields: Record<string, string>
  files: Record<string, Upload>
}

const MAX_FIELDS = 30
/** Bytes for the headers of the parts and the lines between them. */
const FRAME_BYTES = 64 * 1024

/** Maximum bytes of a form's files and the framing around them, without its text fields. */
export function largestForm(form: Form): number {
  const files = Object.values(form.files).map((file) => file.maxBytes)
  return files.reduce((sum, bytes) => sum + bytes, FRAME_BYTES)
}

interface UploadOptions {
  uploadDir: string
  /** All text fields together. */
  maxFieldBytes: number
}

/**
 * Receives a multipart form and streams its files to the upload folder. Throws `too_large`, before
 * reading anything if the declared length is too large, or `invalid_input` for a broken form.
 */
export async function receiveForm(
  request: FastifyRequest,
  form: Form,
  { uploadDir, maxFieldBytes }: UploadOptions,
): Promise<ReceivedForm> {
  if ((declaredBytes(request) ?? 0) > maxFieldBytes + largestForm(form)) {
    throw tooLarge(Math.max(...Object.values(form.files).map((file) => file.maxBytes)))
  }
  await mkdir(uploadDir, { recursive: true, mode: 0o700 })
  const received: ReceivedForm = { fields: {}, files: {} }
  try {
    // The connection may have closed meanwhile; then no part ever arrives.
    if (request.raw.destroyed) throw brokenOff(undefined)
    await receiveParts(request, form, { uploadDir, maxFieldBytes }, received)
    const names = Object.entries(received.files).map(([field, { name }]) => [field, name])
    requireStorable({ ...received.fields, ...Object.fromEntries(names) })
    return received
  } catch (error) {
    await removeUploads(received.files)
    throw translate(error)
  }
}

async function receiveParts(
  request: FastifyRequest,
  form: Form,
  { uploadDir, maxFieldBytes }: UploadOptions,
  received: ReceivedForm,
): Promise<void> {
  // At the log level `trace` the parser logs the headers, including the session's cookie.
  request.log = request.log.child({}, { redact: ['busboyOptions.headers'] })
  const largest = Math.max(...Object.values(form.files).map((file) => file.maxBytes))
  const parts = request.parts({
    limits: {
      fieldSize: maxFieldBytes,
      fields: MAX_FIELDS,
      // One byte more than allowed, to tell a file of the maximum size from one that was cut off.
      fileSize: largest + 1,
      files: Object.keys(form.files).length,
    },
  })
  let fieldBytes = 0
  for await (const part of parts) {
    if (part.type === 'field') {
      const text = String(part.value)
      fieldBytes += Buffer.byteLength(text)
      if (part.valueTruncated || fieldBytes > maxFieldBytes) {
        throw new AppError('too_large', 'This text is too long. Shorten it and try again.')
      }
      received.fields[part.fieldname] = text
      continue
    }
    const input = Object.hasOwn(form.files, part.fieldname) ? form.files[part.fieldname] : undefined
    if (!input) {
      throw new AppError('invalid_input', `This form has no file called ${part.fieldname}.`)
    }
    if (Object.hasOwn(received.files, part.fieldname)) {
      throw new AppError('invalid_input', `Send only one file called ${part.fieldname}.`)
    }
    const upload: Upload = {
      path: join(uploadDir, randomUUID()),
      bytes: 0,
      name: part.filename ?? '',
    }
    received.files[part.fieldname] = upload
    upload.bytes = await store(part.file, upload.path)
    if (part.file.truncated || upload.bytes > input.maxBytes) throw tooLarge(input.maxBytes)
  }
}

async function store(source: Readable, path: string): Promise<number> {
  const target = createWriteStream(path, { flags: 'wx', mode: 0o600 })
  await pipeline(source, throttle(), target)
  return target.bytesWritten
}

function tooLarge(maxBytes: number): AppError {
  const megabytes = Math.round(maxBytes / (1024 * 1024))
  return new AppError('too_large', `This file is too large. The limit is ${megabytes} MB.`)
}

function translate(error: unknown): unknown {
  if (error instanceof AppError || !(error instanceof Error)) return error
  const code = 'code' in error ? String(error.code) : ''
  if (code === 'FST_REQ_FILE_TOO_LARGE') return new AppError('too_large', 'This file is too large.')
  if (code === 'ENOSPC' || code === 'EROFS' || code === 'EACCES' || code === 'ENOTDIR') {
    return new AppError(
      'provider_unavailable',
      'The file could not be stored. Nothing was lost. Please try again later.',
      { cause: error },
    )
  }
  return new AppError('invalid_input', 'The form could not be read. Please send it again.', {
    cause: error,
  })
}

export async function removeUploads(files: Record<string, Upload>): Promise<void> {
  await Promise.all(Object.values(files).map((file) => rm(file.path, { force: true })))
}
