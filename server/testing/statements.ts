import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'
import { vi } from 'vitest'

/** The statements of the work that the current call belongs to. */
const counting = new AsyncLocalStorage<string[]>()

/**
 * The SQL statements that some work runs, without those of background work, which continues in the
 * meantime.
 */
export async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const texts: string[] = []
  const { query } = pg.Client.prototype
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...args: unknown[]
  ) {
    counting.getStore()?.push(textOf(args[0]))
    return Reflect.apply(query, this, args)
  })
  try {
    await counting.run(texts, work)
    // Started by the work, but run after it.
    return texts.filter((text) => !/\bjob\b|pg_notify|listen/i.test(text))
  } finally {
    spy.mockRestore()
  }
}

function textOf(statement: unknown): string {
  if (typeof statement === 'string') return statement
  const { text } = statement as { text?: unknown }
  return String(text)
}
