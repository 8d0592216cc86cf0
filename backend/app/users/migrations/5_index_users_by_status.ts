import { Schema } from '@crossdock/kernel/database'

const indexes = {
  users_pending: 'is_active and last_login_at is null',
  users_inactive: 'not is_active',
}

/** Few people are pending or inactive, and the directory asks for them by name of the status: in the order of the list. */
export default class extends Schema {
  override async up() {
    for (const [name, condition] of Object.entries(indexes)) {
      this.schema.raw(`create index ${name} on users (tenant_id, email, id) where ${condition}`)
    }
  }

  override async down() {
    for (const name of Object.keys(indexes)) this.schema.raw(`drop index ${name}`)
  }
}
