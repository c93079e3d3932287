import {
  CamelCasePlugin,
  type PluginTransformResultArgs,
  type QueryResult,
  type UnknownRow,
} from 'kysely'

/** Columns are `snake_case` in the database and `camelCase` in code. */
export class ColumnNames extends CamelCasePlugin {
  constructor() {
    // The keys inside a JSON column keep the names they were written with.
    super({ maintainNestedObjectKeys: true })
  }

  nameInCode(column: string): string {
    return this.camelCase(column)
  }

  /** `preparingPool` already renamed the columns when it built the rows. */
  override transformResult({
    result,
  }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    return Promise.resolve(result)
  }
}
