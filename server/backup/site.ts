import pg from 'pg'

/** PostgreSQL's codes for a table and a column that an older release's database doesn't have yet. */
const OLD_SCHEMA = ['42P01', '42703']

/** The facts that a backup must know about a site before it writes anything. */
export interface BackedUpSite {
  /** Undefined for a site of an older release without accounts. */
  community: string | undefined
  /** The community's name on its pages. */
  title: string
  /** Whether it was restored and nobody has confirmed that it is the live site. */
  isUnconfirmed: boolean
  /** When its last backup was made, according to its own record. */
  backedUpAt: Date | undefined
  /** The name of that backup's place; undefined if it isn't known. */
  backedUpTo: string | undefined
  /** Which of these files a row refers to. */
  findReferenced(files: readonly string[]): Promise<ReadonlySet<string>>
  /** Lists the files of the keys of private writing that its rows refer to. */
  memberKeys(): Promise<string[]>
}

/** Runs a statement on the site's database, with any client. */
export type Query = (statement: string) => Promise<{ rows: unknown[] }>

/** The id that the migration 0072 gives to a community with this first account. */
const ID_OF_OLDER_SITE = `
  select left(encode(sha256(convert_to('folx community ' || member_id, 'UTF8')), 'hex'), 32)::uuid
    as value
  from member order by created_at, member_id limit 1`

/** Reads the site's facts, also from a database that an older release used last. */
export async function readSite(query: Query): Promise<BackedUpSite> {
  const list = async <T>(statement: string): Promise<T[] | undefined> => {
    try {
      const { rows } = await query(statement)
      // The statements below name their only column.
      return (rows as { value: T }[]).map(({ value }) => value)
    } catch (error) {
      if (!isOldSchema(error)) throw error
      return undefined
    }
  }
  const communities = (await list<string>('select community_id as value from community')) ?? []
  const community = communities[0] ?? (await list<string>(ID_OF_OLDER_SITE))?.[0]
  const titles = await list<string>('select site_title as value from website_settings')
  const restored = await list<Date | null>('select restored_from as value from website_settings')
  const records = await list<Date>('select made_at as value from backup_record')
  const places = await list<string | null>('select place as value from backup_record')
  return {
    community,
    title: titles?.[0] ?? '',
    isUnconfirmed: restored?.some((at) => at !== null) ?? false,
    backedUpAt: records?.[0],
    backedUpTo: places?.[0] ?? undefined,
    findReferenced: (files) => findReferenced(query, files),
    memberKeys: async () => (await list('select file_key as value from member_key')) ?? [],
  }
}

/** Columns that can contain the name of a file; in columns of another kind, nothing is found. */
const FILE_COLUMNS = `
  select format('select %I as value from public.%I where %I', column_name, table_name, column_name)
    as value
  from information_schema.columns
  where table_schema = 'public' and data_type = 'text' and column_name like '%_key'`

async function findReferenced(query: Query, files: readonly string[]): Promise<Set<string>> {
  const found = new Set<string>()
  if (files.length === 0) return found
  const { rows: columns } = await query(FILE_COLUMNS)
  for (let at = 0; at < files.length; at += 1_000) {
    const names = files.slice(at, at + 1_000).map(pg.escapeLiteral)
    for (const { value: select } of columns as { value: string }[]) {
      const { rows } = await query(`${select} in (${names.join(', ')})`)
      for (const { value } of rows as { value: string }[]) found.add(value)
    }
  }
  return found
}

function isOldSchema(error: unknown): boolean {
  return error instanceof Error && 'code' in error && OLD_SCHEMA.includes(String(error.code))
}
