import type pg from 'pg'

/** The parts of a database's schema that another release's statements depend on. */
export interface Schema {
  /** `story` → the number of its file, which changes when the whole table is rewritten. */
  tables: Map<string, string>
  /** `story.title` → its type, and whether it needs a value and has no default. */
  columns: Map<string, { type: string; isRequired: boolean }>
  /** `story_status.pending`. */
  enumValues: Set<string>
  /** Constraints on the rows of a table, by their text. */
  rules: Map<string, { table: string; columns: string[] }>
  indexes: Map<string, { table: string; isUnique: boolean; columns: string[] }>
}

/**
 * The reasons why a migration cannot run beside servers of the previous release; empty if it can.
 */
export function rollingProblems(before: Schema, after: Schema): string[] {
  const isOld = (table: string): boolean => before.tables.has(table)
  /** Whether the column is new, so that the previous release does not write it. */
  const isNewColumn = (table: string, column: string): boolean =>
    !before.columns.has(`${table}.${column}`)
  const problems: string[] = []
  for (const [table, file] of before.tables) {
    const now = after.tables.get(table)
    if (now === undefined) problems.push(`the table ${table} is gone`)
    else if (now !== file) problems.push(`the table ${table} is rewritten as a whole`)
  }
  for (const [column, { type, isRequired }] of before.columns) {
    const [table = ''] = column.split('.')
    const now = after.columns.get(column)
    if (!after.tables.has(table)) continue
    if (!now) problems.push(`the column ${column} is gone`)
    else if (now.type !== type) problems.push(`the column ${column} is ${now.type} now`)
    else if (now.isRequired && !isRequired) problems.push(`the column ${column} needs a value now`)
  }
  for (const [column, { isRequired }] of after.columns) {
    const [table = ''] = column.split('.')
    if (isRequired && isOld(table) && !before.columns.has(column)) {
      problems.push(`the new column ${column} needs a value and has no default`)
    }
  }
  for (const value of before.enumValues) {
    if (!after.enumValues.has(value)) problems.push(`the value ${value} is gone`)
  }
  for (const [rule, { table, columns }] of after.rules) {
    const isAboutOld = columns.some((column) => !isNewColumn(table, column))
    if (isOld(table) && isAboutOld && !before.rules.has(rule)) {
      problems.push(`rows of ${table} have to meet a new rule: ${rule}`)
    }
  }
  for (const [index, { table, isUnique, columns }] of after.indexes) {
    if (!isOld(table) || before.indexes.has(index)) continue
    const isAboutOld = columns.some((column) => !isNewColumn(table, column))
    if (isUnique && isAboutOld) problems.push(`rows of ${table} have to be unique by ${index}`)
  }
  return problems
}

/** Reads the current schema of a database. */
export async function readSchema(client: pg.ClientBase): Promise<Schema> {
  const tables = await client.query<{ name: string; file: string }>(
    `select relname as name, relfilenode::text as file from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
  )
  const columns = await client.query<{ name: string; type: string; isRequired: boolean }>(
    `select relname || '.' || attname as name, format_type(atttypid, atttypmod) as type,
       attnotnull and not atthasdef and attidentity = '' as "isRequired"
     from pg_attribute join pg_class on pg_class.oid = attrelid
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
       and attnum > 0 and not attisdropped`,
  )
  const values = await client.query<{ name: string }>(
    `select typname || '.' || enumlabel as name from pg_enum join pg_type on pg_type.oid = enumtypid`,
  )
  // `not null` constraints are covered by `columns` above.
  const rules = await client.query<{ table: string; columns: string[]; rule: string }>(
    `select conrelid::regclass::text as table, relname || ': ' || pg_get_constraintdef(con.oid) as rule,
       array(select attname::text from pg_attribute
         where attrelid = conrelid and attnum = any(conkey)) as columns
     from pg_constraint con join pg_class on pg_class.oid = conrelid
     where connamespace = 'public'::regnamespace and contype in ('c', 'f', 'x')`,
  )
  const indexes = await client.query<{
    name: string
    table: string
    isUnique: boolean
    columns: string[]
  }>(
    `select i.relname as name, indrelid::regclass::text as table, indisunique as "isUnique",
       array(select distinct attname::text from pg_depend
         join pg_attribute on attrelid = indrelid and attnum = refobjsubid
         where objid = indexrelid and classid = 'pg_class'::regclass and refobjid = indrelid) as columns
     from pg_index join pg_class i on i.oid = indexrelid
     where i.relnamespace = 'public'::regnamespace`,
  )
  return {
    tables: new Map(tables.rows.map(({ name, file }) => [name, file])),
    columns: new Map(columns.rows.map(({ name, ...column }) => [name, column])),
    enumValues: new Set(values.rows.map(({ name }) => name)),
    rules: new Map(rules.rows.map(({ rule, ...about }) => [rule, about])),
    indexes: new Map(indexes.rows.map(({ name, ...index }) => [name, index])),
  }
}
