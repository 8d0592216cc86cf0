import { Schema } from '@crossdock/kernel/database'

/** Ways through folders alone, however many files lie in them or in the trash. */
const indexes = {
  assets_folders: `(tenant_id, parent_key, id) where type = 'folder'`,
  assets_trash_by_type: '(tenant_id, type, id) where trashed_at is not null',
}

export default class extends Schema {
  override async up() {
    for (const [name, on] of Object.entries(indexes))
      this.schema.raw(`create index ${name} on assets ${on}`)
  }

  override async down() {
    for (const name of Object.keys(indexes)) this.schema.raw(`drop index ${name}`)
  }
}
