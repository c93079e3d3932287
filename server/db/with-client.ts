import pg from 'pg'

/** Runs work on a connection of its own, which ends with the work. `name` is shown in PostgreSQL. */
export async function withClient<T>(
  { url, name }: { url: string; name?: string },
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: url, ...(name && { application_name: name }) })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
