import pg from 'pg'

/** Without a limit, a machine that does not answer holds up the start for minutes. */
const CONNECT_LIMIT_MS = 10_000

/** Runs work on a connection of its own, which ends with the work. `name` is shown in PostgreSQL. */
export async function withClient<T>(
  { url, name }: { url: string; name?: string },
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_LIMIT_MS,
    ...(name && { application_name: name }),
  })
  // A connection that ends between two statements would end the process; the next one fails anyway.
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
