import { Schema } from '@crossdock/kernel/database'

const reference = { table: 'api_endpoints', column: 'system_id', target: 'external_systems' }

/** An endpoint is one of a system of its own tenant. */
export default class extends Schema {
  static override disableTransactions = true

  override async up() {
    this.bindReference(reference)
  }

  override async down() {
    this.unbindReference(reference)
  }
}
