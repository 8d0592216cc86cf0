import { Schema } from '@crossdock/kernel/database'

const places = { assets_by_name: 'tenant_id, parent_key', assets_anywhere_by_name: 'tenant_id' }

/** Lists by name go by `name_key`: capital letters beside small ones, as people look for them (SQLite: of ASCII only). */
export default class extends Schema {
  override async up() {
    const kept = this.postgres ? 'stored' : 'virtual'
    this.schema.raw(
      `alter table assets add column name_key varchar(255) generated always as (lower(name)) ${kept}`
    )
    this.#index('name_key')
  }

  override async down() {
    this.#index('name')
    this.schema.raw('alter table assets drop column name_key')
  }

  #index(column: string) {
    for (const [index, place] of Object.entries(places)) {
      this.schema.raw(`drop index ${index}`)
      this.schema.raw(
        `create index ${index} on assets (${place}, ${column}, id) where trashed_at is null`
      )
    }
  }
}
