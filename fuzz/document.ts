import { z } from 'zod'
import type { Who } from '#contract/endpoint.ts'
import { RIGHTS } from '#contract/rights.ts'

/** A JSON Schema. */
export type Schema = Record<string, unknown>

const Parameter = z.object({
  name: z.string(),
  in: z.enum(['path', 'query']),
  required: z.boolean(),
  schema: z.record(z.string(), z.unknown()),
})
export type Parameter = z.infer<typeof Parameter>

const Content = z.record(
  z.string(),
  z.object({ schema: z.record(z.string(), z.unknown()).optional() }),
)

const Documented = z.object({
  'x-who': z.enum(['any', 'member', 'admin', ...RIGHTS]),
  parameters: z.array(Parameter).default([]),
  requestBody: z.object({ content: Content }).optional(),
  responses: z.record(z.string(), z.object({ content: Content.optional() })),
})

const ApiDocument = z.object({
  paths: z.record(z.string(), z.record(z.string(), Documented)),
})

/** A call as described by the OpenAPI document. */
export interface Operation {
  method: string
  /** The path with its parameters in braces, `/api/stories/{id}`. */
  path: string
  who: Who
  parameters: Parameter[]
  body: { type: 'json' | 'form'; schema: Schema } | undefined
  /** The schema of a JSON answer. */
  answer: Schema | undefined
  /** Whether the answer is an endless stream. */
  isStream: boolean
}

/** All calls of an OpenAPI document with `x-who`, in the document's order. */
export function operationsOf(document: unknown): Operation[] {
  const { paths } = ApiDocument.parse(document)
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, documented]) => {
      const [success = {}] = Object.entries(documented.responses)
        .filter(([status]) => status !== 'default')
        .map(([, response]) => response.content ?? {})
      return {
        method: method.toUpperCase(),
        path,
        who: documented['x-who'],
        parameters: documented.parameters,
        body: bodyOf(documented.requestBody?.content),
        answer: success['application/json']?.schema,
        isStream: 'text/event-stream' in success,
      }
    }),
  )
}

function bodyOf(content: z.infer<typeof Content> = {}): Operation['body'] {
  const json = content['application/json']?.schema
  if (json) return { type: 'json', schema: json }
  const form = content['multipart/form-data']?.schema
  return form && { type: 'form', schema: form }
}

/** The properties of an object schema. */
export function propertiesOf(schema: Schema): Record<string, Schema> {
  // In JSON Schema, this maps names to schemas.
  return (schema.properties ?? {}) as Record<string, Schema>
}

/** The names that an object schema requires. */
export function requiredOf(schema: Schema): string[] {
  return (schema.required ?? []) as string[]
}
