import {
  CamelCasePlugin,
  type PluginTransformResultArgs,
  type QueryResult,
  type UnknownRow,
} from 'kysely'

/** Columns are `snake_case` in the database and `camelCase` in code. */
export class ColumnNames extends CamelCasePlugin {
  constructor() {
    // What a JSON column holds is named by whoever wrote it.
    super({ maintainNestedObjectKeys: true })
  }

  nameInCode(column: string): string {
    return this.camelCase(column)
  }

  /** `preparingPool` has named the columns already, while it made the rows. */
  override transformResult({
    result,
  }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    return Promise.resolve(result)
  }
}
