import { Schema } from '@crossdock/kernel/database'

/** Indexes for lists that are sorted by the time of a file: in one folder, and in a whole tenant. */
const places = {
  assets_by_modified: 'tenant_id, parent_key',
  assets_anywhere_by_modified: 'tenant_id',
}

/**
 * Keeps when a file was last changed, as its sender says. Without that, `assets` has the time of the upload. Folders and rows from an
 * earlier release have null: lists use the time of the row there.
 */
export default class extends Schema {
  override async up() {
    for (const table of ['uploads', 'asset_versions', 'assets']) {
      this.schema.alterTable(table, (change) => {
        this.instant(change, 'file_modified_at').nullable()
      })
    }
    const type = this.postgres ? 'timestamptz(3)' : 'text'
    const kept = this.postgres ? 'stored' : 'virtual'
    this.schema.raw(
      `alter table assets add column modified_key ${type}
       generated always as (coalesce(file_modified_at, updated_at)) ${kept}`
    )
    for (const [index, place] of Object.entries(places)) {
      this.schema.raw(
        `create index ${index} on assets (${place}, modified_key, id) where trashed_at is null`
      )
    }
  }

  override async down() {
    for (const index of Object.keys(places)) this.schema.raw(`drop index ${index}`)
    this.schema.raw('alter table assets drop column modified_key')
    for (const table of ['assets', 'asset_versions', 'uploads']) {
      this.schema.raw(`alter table ${table} drop column file_modified_at`)
    }
  }
}
