import type pg from 'pg'

/**
 * Everything that a database's schema consists of, without the order of columns and enum values,
 * which depends on the order in which migrations ran.
 */
const CATALOG = `
  with own_table as (
    select oid, relname, relkind, relacl, relowner from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'S', 'v')
  )
  select 'relation', relname, concat_ws(' ', relkind, relowner::regrole,
      (select string_agg(acl::text, ',' order by acl::text) from unnest(relacl) as acl))
    from own_table
  union all
  select 'column', format('%s.%s', relname, attname), concat_ws(' ',
      format_type(atttypid, atttypmod), attnotnull, attidentity, attgenerated,
      attcollation::regcollation, pg_get_expr(adbin, adrelid))
    from pg_attribute join own_table on own_table.oid = attrelid
    left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where attnum > 0 and not attisdropped
  union all
  select 'constraint', format('%s.%s', relname, conname),
      concat_ws(' ', pg_get_constraintdef(pg_constraint.oid), convalidated)
    from pg_constraint join own_table on own_table.oid = conrelid
  union all
  select 'index', indexname, indexdef from pg_indexes where schemaname = 'public'
  union all
  select 'sequence', sequencename, concat_ws(' ', data_type, start_value, increment_by)
    from pg_sequences where schemaname = 'public'
  union all
  select 'trigger', format('%s.%s', relname, tgname),
      concat_ws(' ', pg_get_triggerdef(pg_trigger.oid), tgenabled)
    from pg_trigger join own_table on own_table.oid = tgrelid where not tgisinternal
  union all
  select 'function', proname, pg_get_functiondef(oid)
    from pg_proc where pronamespace = 'public'::regnamespace
  union all
  select 'enum', typname, string_agg(enumlabel, ' ' order by enumlabel)
    from pg_enum join pg_type on pg_type.oid = enumtypid
    where typnamespace = 'public'::regnamespace group by typname`

/** One line for each part of the schema, in order. */
export async function readCatalog(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<string[]>({ text: CATALOG, rowMode: 'array' })
  return rows.map((row) => row.join(' ')).sort()
}
