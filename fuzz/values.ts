import fc from 'fast-check'
import { propertiesOf, requiredOf, type Schema } from './document.ts'

/** Texts that a database or a URL can't contain. */
const UNSTORABLE = ['\u0000', 'a\u0000b', '\ud800', 'a\udfffb']

/** Other texts that often break programs. */
const HOSTILE_TEXTS = [
  '',
  ' ',
  'line\r\nX-Injected: yes',
  'tab\tand\u0007bell',
  '\u202eright to left\u202c \u0627\u0644\u0633\u0644\u0627\u0645',
  'e\u0301\u0301\u0301\u0301\u0301\u0301\u0301\u0301',
  '\u{1f469}\u200d\u{1f469}\u200d\u{1f467}',
  '\ufeff\u2028\u2029',
  '<script>alert(1)</script><img src=x onerror=alert(1)>',
  "'; drop table member; --",
  '%00%',
  '_%\\',
  '../../../../etc/passwd',
  '{"$ne": null}',
  '{{7*7}}%SITE_TITLE%',
  '__proto__',
  'constructor',
  'null',
  'undefined',
  'true',
  'NaN',
  '2026-02-30',
  '0000-01-01',
  '9999-12-31T23:59:60Z',
  '+275760-09-13T00:00:00.001Z',
  'x'.repeat(10_000),
]

/** Texts that some parsers accept as the number 1. */
const ALMOST_ONE = ['0x1', '1e0', '01', '+1', ' 1', '1 ', '1.0', '1_0', '１', 'true', '0b1']

const HOSTILE_NUMBERS = [
  0,
  -0,
  -1,
  0.5,
  2_147_483_647,
  2_147_483_648,
  2 ** 53,
  1e21,
  1e308,
  -1e308,
  1e-320,
]

const hostileText = fc.oneof(
  fc.constantFrom(...UNSTORABLE),
  fc.constantFrom(...HOSTILE_TEXTS),
  fc.constantFrom(...ALMOST_ONE),
  fc.string({ unit: 'binary', maxLength: 40 }),
)

/** JSON values regardless of any schema. */
const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: hostileText },
  { weight: 2, arbitrary: fc.constantFrom(...HOSTILE_NUMBERS) },
  {
    weight: 3,
    arbitrary: fc.constantFrom<unknown>(null, true, false, [], {}, [1], ['1'], [[]], {
      toString: 'x',
      length: 3,
    }),
  },
  { weight: 1, arbitrary: fc.constantFrom(...ALMOST_ONE, '1') },
  { weight: 1, arbitrary: fc.constant(nested(60)) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
)

function nested(depth: number): unknown {
  return depth === 0 ? 'deep' : [nested(depth - 1)]
}

/** Known values for a property by its name; if empty, values come from the schema. */
export type Known = (name: string) => readonly (string | number)[]

/**
 * Valid values for a schema and, with `isNear`, nearly valid ones: a wrong type, a length at or beyond
 * a limit, a missing or an extra property.
 */
export function valueFor(
  schema: Schema,
  input: { known: Known; isNear: boolean },
  name = '',
): fc.Arbitrary<unknown> {
  const valid = validValue(schema, input, name)
  if (!input.isNear) return valid
  return fc.oneof(
    { withCrossShrink: true },
    { weight: 6, arbitrary: valid },
    { weight: 1, arbitrary: hostileValue },
    { weight: 1, arbitrary: nearLimit(schema) },
  )
}

function validValue(
  schema: Schema,
  input: { known: Known; isNear: boolean },
  name: string,
): fc.Arbitrary<unknown> {
  const known = input.known(name)
  if (known.length > 0) return fc.constantFrom(...known)
  if (Array.isArray(schema.enum)) return fc.constantFrom(...(schema.enum as unknown[]))
  if ('const' in schema) return fc.constant(schema.const)
  const choices = schema.anyOf ?? schema.oneOf
  if (Array.isArray(choices)) {
    return fc.oneof(...choices.map((choice: Schema) => validValue(choice, input, name)))
  }
  switch (schema.type) {
    case 'string':
      return validText(schema)
    case 'integer':
      return fc.integer(rangeOf(schema))
    case 'number':
      return fc.double({ ...rangeOf(schema), noNaN: true, noDefaultInfinity: true })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array':
      return fc.array(valueFor((schema.items ?? {}) as Schema, input), lengthOf(schema, 'Items'))
    case 'object':
      return validObject(schema, input)
    default:
      return fc.jsonValue({ maxDepth: 2 })
  }
}

function validObject(
  schema: Schema,
  input: { known: Known; isNear: boolean },
): fc.Arbitrary<unknown> {
  const properties = Object.entries(propertiesOf(schema)).map(
    ([name, property]) => [name, valueFor(property, input, name)] as const,
  )
  const named = fc.record(Object.fromEntries(properties), {
    requiredKeys: input.isNear ? [] : requiredOf(schema),
  })
  if (!input.isNear) return named
  const extra = fc.dictionary(
    fc.constantFrom('userId', 'isAdmin', 'id', '__proto__', 'constructor', 'toString', '', '\0'),
    hostileValue,
    { maxKeys: 2 },
  )
  // The result can have an own property `__proto__`, as in parsed JSON.
  return fc
    .tuple(named, fc.oneof({ weight: 5, arbitrary: fc.constant({}) }, extra))
    .map(([some, more]) => Object.fromEntries([...Object.entries(some), ...Object.entries(more)]))
}

function validText(schema: Schema): fc.Arbitrary<string> {
  const length = lengthOf(schema, 'Length')
  if (schema.format === 'email') return fc.emailAddress()
  if (schema.format === 'uuid') return fc.uuid()
  if (schema.format === 'date-time') {
    const noInvalidDate = true
    return fc.date({ noInvalidDate, min: new Date(0), max: new Date('2100-01-01') }).map(instant)
  }
  if (typeof schema.pattern === 'string') {
    const matching = textMatching(schema.pattern)
    if (matching) return matching
  }
  return fc.string({ unit: 'grapheme', ...length })
}

function instant(date: Date): string {
  return date.toISOString()
}

/** Undefined if fast-check can't generate text for the pattern, such as a negative lookahead. */
function textMatching(pattern: string): fc.Arbitrary<string> | undefined {
  try {
    return fc.stringMatching(new RegExp(pattern, 'u'))
  } catch {
    return undefined
  }
}

/** At most 60 above the minimum, because longer values are worth their time only at the limit. */
function lengthOf(
  schema: Schema,
  what: 'Length' | 'Items',
): { minLength: number; maxLength: number } {
  const minLength = Number(schema[`min${what}`] ?? 0)
  return { minLength, maxLength: Math.min(Number(schema[`max${what}`] ?? 60), minLength + 60) }
}

function rangeOf(schema: Schema): { min?: number; max?: number } {
  return {
    ...(typeof schema.minimum === 'number' && { min: schema.minimum }),
    ...(typeof schema.maximum === 'number' && { max: schema.maximum }),
  }
}

/** Values at a limit of the schema and just beyond it. */
function nearLimit(schema: Schema): fc.Arbitrary<unknown> {
  const lengths = [schema.minLength, schema.maxLength].filter(
    (length) => typeof length === 'number',
  )
  const texts = lengths.flatMap((length) => {
    const around = [length - 1, length, length + 1].filter((size) => size >= 0 && size <= 200_001)
    return around.flatMap((size) => ['x'.repeat(size), '\u{1f54a}'.repeat(size / 2)])
  })
  const numbers = [schema.minimum, schema.maximum]
    .filter((limit) => typeof limit === 'number')
    .flatMap((limit) => [limit - 1, limit, limit + 1, String(limit)])
  const values = [...texts, ...numbers]
  return values.length > 0 ? fc.constantFrom(...values) : hostileValue
}

/** A path or query value: valid for the schema, known, or hostile. */
export function parameterOf(
  schema: Schema,
  input: { known: readonly (string | number)[] },
): fc.Arbitrary<string> {
  const known = (): readonly (string | number)[] => input.known
  return fc.oneof(
    { weight: 6, arbitrary: valueFor(schema, { known, isNear: false }).map(String) },
    { weight: 1, arbitrary: fc.constantFrom(...ALMOST_ONE) },
    { weight: 1, arbitrary: hostileText },
    { weight: 1, arbitrary: fc.constantFrom('0', '-1', '1', '2147483647', '99999999999999999999') },
  )
}
