import { Schema } from '@crossdock/kernel/database'

/** One index for every way the tenant list can be sorted (the kernel creates the table). */
export default class extends Schema {
  async up() {
    this.schema.alterTable('tenants', (table) => {
      table.index(['name', 'id'])
      table.index(['status', 'id'])
      table.index(['created_at', 'id'])
      table.index(['updated_at', 'id'])
    })
  }

  async down() {
    this.schema.alterTable('tenants', (table) => {
      table.dropIndex(['updated_at', 'id'])
      table.dropIndex(['created_at', 'id'])
      table.dropIndex(['status', 'id'])
      table.dropIndex(['name', 'id'])
    })
  }
}
