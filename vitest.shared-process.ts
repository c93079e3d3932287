import { afterAll, expect } from 'vitest'

/** Globals that tests often replace; later test files in the same process need the real ones. */
const GLOBALS = [
  'Date',
  'setTimeout',
  'fetch',
  'EventSource',
  'WebSocket',
  'document',
  'window',
  'location',
  'indexedDB',
]

const before = new Map(GLOBALS.map((name) => [name, Reflect.get(globalThis, name)]))

afterAll(() => {
  const replaced = GLOBALS.filter((name) => Reflect.get(globalThis, name) !== before.get(name))
  expect(replaced, 'globals that a test replaced and did not restore').toEqual([])
})
