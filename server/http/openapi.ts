import { z } from 'zod'
import { allEndpoints } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { ERROR_STATUS, ErrorBody } from '#contract/errors.ts'
import { RIGHT_WORDS } from '#contract/rights.ts'
import { escapeHtml } from './escape-html.ts'

type Json = Record<string, unknown>

interface Operation extends Json {
  summary: string
  tags: string[]
}

export interface ApiDocument extends Json {
  openapi: string
  info: Json
  paths: Record<string, Record<string, Operation>>
}

const WHO = { any: 'everyone', member: 'signed-in members', admin: 'everyone on the team' }
const RAW_TYPES = {
  audio: 'audio/mp4',
  image: 'image/webp',
  archive: 'application/zip',
  file: 'application/octet-stream',
  html: 'text/html',
  events: 'text/event-stream',
} as const

/** The whole API as an OpenAPI 3.1 document, from the contract that the server runs. */
export function apiDocument(input: { version: string; publicUrl: string }): ApiDocument {
  const paths: ApiDocument['paths'] = {}
  for (const [feature, endpoints] of Object.entries(allEndpoints)) {
    for (const endpoint of Object.values(endpoints)) {
      const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
      paths[path] = {
        ...paths[path],
        [endpoint.method.toLowerCase()]: operation(feature, endpoint),
      }
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Folx',
      version: input.version,
      description:
        'Times are ISO 8601 in UTC. Lists are bare arrays, with the total count in X-Total-Count. Answers to GET have an ETag.',
    },
    servers: [{ url: input.publicUrl }],
    paths,
    components: {
      schemas: { Error: schemaOf(ErrorBody, 'output') },
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'folx' } },
    },
  }
}

function whoOf({ who }: Endpoint): string {
  if (who === 'any' || who === 'member' || who === 'admin') return WHO[who]
  return `members of the team with the right “${RIGHT_WORDS[who].name}”`
}

function operation(feature: string, endpoint: Endpoint): Operation {
  return {
    summary: endpoint.summary,
    description: `For ${whoOf(endpoint)}${endpoint.stepUp ? ', after a step-up' : ''}.`,
    tags: [feature],
    'x-who': endpoint.who,
    ...(endpoint.who !== 'any' && { security: [{ session: [] }] }),
    parameters: [...parameters(endpoint.params, 'path'), ...parameters(endpoint.query, 'query')],
    ...requestBody(endpoint),
    responses: {
      [String(endpoint.status ?? (endpoint.response === null ? 204 : 200))]: success(endpoint),
      default: {
        description: `An error: ${Object.keys(ERROR_STATUS).join(', ')}.`,
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    },
  }
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}

function parameters(schema: z.ZodType | undefined, place: 'path' | 'query'): Json[] {
  if (!schema) return []
  const { properties = {}, required = [] } = schemaOf(schema, 'input')
  // JSON Schema of an object: schemas by name, and the names that are required.
  const names = properties as Record<string, Json>
  return Object.entries(names).map(([name, value]) => ({
    name,
    in: place,
    required: place === 'path' || (required as string[]).includes(name),
    schema: value,
  }))
}

function requestBody(endpoint: Endpoint): Json {
  const content = requestContent(endpoint)
  return content ? { requestBody: { required: true, content } } : {}
}

function requestContent({ body, form }: Endpoint): Json | undefined {
  if (body) return { 'application/json': { schema: schemaOf(body, 'input') } }
  if (!form) return undefined
  const schema = schemaOf(form.fields, 'input')
  const files = Object.entries(form.files).map(([name, file]) => [
    name,
    { type: 'string', format: 'binary', description: file.description },
  ])
  const properties = { ...(schema.properties as Json), ...Object.fromEntries(files) }
  return { 'multipart/form-data': { schema: { ...schema, properties } } }
}

function success(endpoint: Endpoint): Json {
  if (endpoint.response === null) return { description: 'Done.' }
  if (typeof endpoint.response === 'string') {
    return { description: 'Success.', content: { [RAW_TYPES[endpoint.response]]: {} } }
  }
  const schema = schemaOf(endpoint.response, 'output')
  const isList = endpoint.method === 'GET' && schema.type === 'array'
  return {
    description: 'Success.',
    ...(isList && {
      headers: { 'X-Total-Count': { schema: { type: 'integer' } } },
    }),
    content: { 'application/json': { schema } },
  }
}

/** The document as a readable page, without scripts. */
export function apiPage(document: ApiDocument): string {
  const sections = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => section(path, method, operation)),
  )
  return `<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1"><title>Folx API</title>
<style>
:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
body{max-width:60rem;margin:0 auto;padding:1rem}
code,pre{font-family:ui-monospace,monospace;font-size:.875rem}
h2{font-size:1.0625rem;margin:0}details{border-top:1px solid #8886;padding:.75rem 0}
summary{cursor:pointer}summary p{margin:.25rem 0 0}pre{overflow:auto;padding:.75rem;background:#8882}
</style>
<h1>Folx API</h1><p>${escapeHtml(String(document.info.description))}
Also available as <a href="/api/openapi.json">an OpenAPI document</a>.</p>
${sections.join('\n')}</html>`
}

function section(path: string, method: string, operation: Operation): string {
  const { summary, description, tags, ...rest } = operation
  return `<details><summary><h2 style="display:inline"><code>${method.toUpperCase()} ${escapeHtml(path)}</code></h2>
<p>${escapeHtml(summary)} ${escapeHtml(String(description))} <small>${escapeHtml(tags.join(', '))}</small></p></summary>
<pre>${escapeHtml(JSON.stringify(rest, null, 2))}</pre></details>`
}
