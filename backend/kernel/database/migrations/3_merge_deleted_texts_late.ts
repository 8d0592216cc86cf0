import { Schema } from '../schema.js'
import { mergeDeletedLate } from '../text_index_sqlite.js'

/** The indexes of texts that older builds have made, on SQLite. */
const made = `select name from sqlite_schema where type = 'table' and sql like '%using fts5(%contentless_delete%'`

/** What is deleted stays longer in indexes of texts: writing them anew held up everybody. */
export default class extends Schema {
  override async up() {
    if (this.postgres) return
    this.defer(async (client) => {
      const tables: { name: string }[] = await client.rawQuery(made)
      for (const { name } of tables) await client.rawQuery(mergeDeletedLate(name))
    })
  }

  // An index merges as it is told last; how it was told before makes no difference to an older build.
  override async down() {}
}
