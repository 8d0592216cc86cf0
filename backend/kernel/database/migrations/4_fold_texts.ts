import { Schema } from '../schema.js'
import { createFold } from '../text_index_postgres.js'
import { foldSqliteIndex, indexOf, sqliteIndexes } from '../text_index_sqlite.js'

/**
 * Searches find letters however they were typed. On SQLite indexes of older builds are brought to that; on PostgreSQL each start
 * does that (text_index_postgres.ts), and later migrations need its function now.
 */
export default class extends Schema {
  override async up() {
    if (this.postgres) return void this.schema.raw(createFold())
    this.defer(async (client) => {
      const found: { table: string; sql: string }[] = await client.rawQuery(sqliteIndexes)
      for (const one of found) {
        for (const statement of foldSqliteIndex(indexOf(one))) await client.rawQuery(statement)
      }
    })
  }

  // What is folded more than it was is found by an older build as well.
  override async down() {}
}
