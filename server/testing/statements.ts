import pg from 'pg'
import { vi } from 'vitest'

/** The SQL statements that some work makes, without those of background work, which goes on meanwhile. */
export async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  try {
    await work()
    const texts = query.mock.calls.map(([statement]) => textOf(statement))
    return texts.filter((text) => !/\bjob\b|pg_notify|listen/i.test(text))
  } finally {
    query.mockRestore()
  }
}

function textOf(statement: unknown): string {
  if (typeof statement === 'string') return statement
  const { text } = statement as { text?: unknown }
  return String(text)
}
