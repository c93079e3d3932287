import { expect, test } from 'vitest'
import { allEndpoints } from '#contract/api.ts'
import { ERROR_STATUS } from '#contract/errors.ts'
import { apiDocument, apiPage } from './openapi.ts'

interface Parameter {
  name: string
  in: string
  required: boolean
}

const document = apiDocument({ version: '1.2.3', publicUrl: 'https://folx.example.org' })
const endpoints = Object.entries(allEndpoints).flatMap(([feature, ofFeature]) =>
  Object.entries(ofFeature).map(([name, endpoint]) => ({ name: `${feature}.${name}`, endpoint })),
)

test.each(endpoints)('$name is described', ({ endpoint }) => {
  const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
  const operation = document.paths[path]?.[endpoint.method.toLowerCase()]
  expect(operation).toMatchObject({ summary: endpoint.summary, 'x-who': endpoint.who })
  const status = String(endpoint.status ?? (endpoint.response === null ? 204 : 200))
  expect(Object.keys(Object(operation?.responses)).sort()).toEqual([status, 'default'].sort())
  // As `apiDocument` builds them.
  const parameters = (operation?.parameters ?? []) as Parameter[]
  const names = parameters.filter((parameter) => parameter.in === 'path')
  expect(names.map(({ name }) => `{${name}}`)).toEqual(path.match(/\{\w+\}/g) ?? [])
  expect(names.every(({ required }) => required)).toBe(true)
  expect(operation?.requestBody !== undefined).toBe(
    endpoint.body !== undefined || endpoint.form !== undefined,
  )
  expect(operation?.security !== undefined).toBe(endpoint.who !== 'any')
})

test('every list has its total count', () => {
  const counted = (path: string, method: string): boolean =>
    JSON.stringify(document.paths[path]?.[method]).includes('X-Total-Count')
  expect(counted('/api/stories', 'get')).toBe(true)
  expect(counted('/api/tags', 'get')).toBe(true)
  expect(counted('/api/user', 'get')).toBe(false)
  expect(counted('/api/admin/check-quotations', 'post')).toBe(false)
})

test('the document contains only the endpoints', () => {
  const described = Object.values(document.paths).flatMap((methods) => Object.keys(methods))
  expect(described).toHaveLength(endpoints.length)
})

test('no two endpoints share a method and a path', () => {
  const calls = endpoints.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`)
  expect(new Set(calls).size).toBe(calls.length)
})

test('every error code is listed, and the document is plain JSON', () => {
  const text = JSON.stringify(document)
  for (const code of Object.keys(ERROR_STATUS)) expect(text).toContain(code)
  expect(JSON.parse(text)).toEqual(document)
  expect(document).toMatchObject({ openapi: '3.1.0', info: { version: '1.2.3' } })
})

test('the readable page lists every call and has no scripts', () => {
  const page = apiPage(document)
  for (const { endpoint } of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    expect(page).toContain(`${endpoint.method} ${path}</code>`)
  }
  expect(page).not.toContain('<script')
})

test('texts of the contract are escaped on the page', () => {
  const page = apiPage({
    ...document,
    paths: { '/api/<b>': { get: { summary: '<img src=x>', tags: ['"&'] } } },
  })
  expect(page).toContain('&#60;img src=x&#62;')
  expect(page).not.toContain('<img')
})
