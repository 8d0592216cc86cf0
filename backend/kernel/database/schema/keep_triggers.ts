import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/** The part of Knex's code for rebuilding a SQLite table that is used here. */
interface TableMaker {
  client: {
    raw(
      sql: string,
      values: string[]
    ): { connection(connection: unknown): Promise<{ sql: string }[]> }
  }
  connection: unknown
  tableName(): string
}

type Remake = (this: TableMaker, made: string, indexes: string[], columns?: string[]) => unknown

const kept = Symbol('keeps triggers')

/**
 * Patch for migrations that drop or change a column of a SQLite table with Knex's builder. Knex rebuilds the
 * table and its indexes but loses its triggers, so counting would stop without an error.
 */
export function patchKnexRebuild(): void {
  const { prototype } = require('knex/lib/dialects/sqlite3/schema/ddl.js')
  if (prototype[kept]) return
  prototype[kept] = true
  for (const name of ['alter', 'generateAlterCommands']) {
    const remake: Remake = prototype[name]
    prototype[name] = async function (this: TableMaker, ...given: Parameters<Remake>) {
      const [made, indexes, columns] = given
      return remake.call(this, made, [...indexes, ...(await triggersOf(this))], columns)
    }
  }
}

async function triggersOf(maker: TableMaker): Promise<string[]> {
  const rows = await maker.client
    .raw(`select sql from sqlite_schema where type = 'trigger' and tbl_name = ?`, [
      maker.tableName(),
    ])
    .connection(maker.connection)
  return rows.map(({ sql }) => sql)
}
