import { expect, test } from 'vitest'
import type { z } from 'zod'
import { allEndpoints } from './api.ts'
import type { Endpoint } from './endpoint.ts'

const SAMPLE = 'Peace be with you'
const ADDRESS = 'ruth@example.org'
/** One of each kind, and mixtures: what pages, keyboards and pranks put into empty texts. */
const NOTHING_TO_READ = [
  '\u200b',
  '\u200d',
  '\u2060',
  '\ufeff',
  '\u00ad',
  '\u034f',
  '\u061c',
  '\u202e',
  '\u2066',
  '\u115f',
  '\u1160',
  '\u3164',
  '\uffa0',
  '\u17b5',
  '\u180b',
  '\u180e',
  '\ufe00',
  '\ufe0f',
  '\u2800',
  '\ufffc',
  '\u{e0061}',
  '\u{e0100}',
  '\u{1d159}',
  '\u{1d173}',
  '\u{13441}',
  '\u00a0',
  '\u2003',
  '\u3000',
  '\u0301',
  '\u20e3',
  '\ue000',
  '\u0378',
  '\u0001',
  ' \u3164 ',
  '\u200b\n\u200b',
  '\u00a0\u2800\ufe0f',
  '\u3164'.repeat(9),
]

interface Field {
  path: string
  schema: z.ZodType
}

/** All text fields of a schema. The types of zod don't describe its own definitions, so: `any`. */
function textsOf(schema: z.ZodType, path: string): Field[] {
  // biome-ignore lint/suspicious/noExplicitAny: see above
  const def = schema.def as any
  switch (def.type) {
    case 'object':
      return Object.entries<z.ZodType>(def.shape).flatMap(([name, field]) =>
        textsOf(field, `${path}.${name}`),
      )
    case 'array':
      return textsOf(def.element, `${path}[]`)
    case 'record':
      return textsOf(def.valueType, `${path}{}`)
    case 'union':
      return def.options.flatMap((option: z.ZodType) => textsOf(option, path))
    case 'intersection':
      return [...textsOf(def.left, path), ...textsOf(def.right, path)]
    case 'lazy':
      return []
    case 'pipe': {
      // A text that is transformed or checked further is still one field.
      const fields = textsOf(def.in, path)
      return fields.every((field) => field.path === path) ? [{ path, schema }] : fields
    }
    case 'string':
      return [{ path, schema }]
    default:
      return def.innerType ? textsOf(def.innerType, path) : []
  }
}

/** Secrets, where every character counts, and keys that programs make. */
const SECRET =
  /\.(?:\w*[pP]assword|token|proof|invitation|otp|code|transports\[\]|version|endpoint)$/

const fields = Object.entries(allEndpoints).flatMap(([feature, endpoints]) =>
  Object.entries<Endpoint>(endpoints).flatMap(([name, endpoint]) =>
    [endpoint.body, endpoint.form?.fields].flatMap((schema) =>
      schema ? textsOf(schema, `${feature}.${name}`) : [],
    ),
  ),
)

// Others are codes, addresses and choices, with stricter rules.
const texts = fields.filter(
  ({ path, schema }) => schema.safeParse(SAMPLE).success && !SECRET.test(path),
)
const addresses = fields.filter(
  ({ path, schema }) => /(?:[eE]mail|\.username)$/.test(path) && schema.safeParse(ADDRESS).success,
)
const isOptional = ({ schema }: Field): boolean => schema.safeParse('').success

test.each(texts.filter((field) => !isOptional(field)))(
  '$path needs something to read',
  ({ schema }) => {
    const sentence = schema.safeParse('').error?.issues[0]?.message
    for (const text of NOTHING_TO_READ) {
      expect(schema.safeParse(text).error?.issues[0]?.message, JSON.stringify(text)).toBe(sentence)
    }
  },
)

test.each(texts.filter(isOptional))('$path with nothing to read is empty', ({ schema }) => {
  const empty = schema.parse('')
  for (const text of NOTHING_TO_READ) {
    expect(schema.parse(text), JSON.stringify(text)).toEqual(empty)
  }
})

test('the contract has required and optional texts', () => {
  const paths = texts.map(({ path }) => path)
  expect(paths).toContain('stories.reply.content')
  expect(paths).toContain('stories.update.caption')
  expect(paths).toContain('actions.createPersonal.actionContent')
  expect(paths).toContain('guidance.ask.content')
  expect(paths).toContain('settings.save.helplines[].name')
})

test.each(addresses)('$path takes a pasted address without what can’t be seen', ({ schema }) => {
  const traceless = ['\u200b', '\u00ad', '\u202a', '\u2068', '\ufeff', '\ufe0f', '\u3164', '\u2800']
  for (const each of traceless) {
    for (let place = 0; place <= ADDRESS.length; place += 1) {
      const pasted = `${ADDRESS.slice(0, place)}${each}${ADDRESS.slice(place)}`
      expect(schema.parse(pasted), JSON.stringify(pasted)).toBe(ADDRESS)
    }
  }
  expect(schema.parse(` \u202a\u00a0\ufeff${ADDRESS}\u200b\u00a0\u202c\n`)).toBe(ADDRESS)
})

test('the contract has fields for addresses', () => {
  const paths = addresses.map(({ path }) => path)
  expect(paths).toContain('accounts.register.email')
  expect(paths).toContain('accounts.login.username')
  expect(paths).toContain('settings.save.helpEmail')
})
