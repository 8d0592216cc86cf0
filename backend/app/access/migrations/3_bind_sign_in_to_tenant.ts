import { Schema } from '@crossdock/kernel/database'

const references = [
  { table: 'magic_tokens', column: 'user_id', target: 'users', nullable: true },
  { table: 'sessions', column: 'user_id', target: 'users', nullable: true },
]

/** Who signs in to a tenant is somebody of that tenant. */
export default class extends Schema {
  static override disableTransactions = true

  override async up() {
    for (const reference of references) this.bindReference(reference)
  }

  override async down() {
    for (const reference of references) this.unbindReference(reference)
  }
}
