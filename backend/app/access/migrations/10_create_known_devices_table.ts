import { Schema } from '@crossdock/kernel/database'

/**
 * From which browsers people of tenants have signed in, longer than their sessions last, so that a new one is told. A person
 * has some dozens (`noteDevice`), which go with them.
 */
export default class extends Schema {
  override async up() {
    this.createTenantTable(
      'known_devices',
      (table) => {
        table.string('user_id', 36).notNullable()
        table.string('device', 100).notNullable()
        table.unique(['tenant_id', 'user_id', 'device'])
      },
      { references: { user_id: 'users' } }
    )
  }

  override async down() {
    this.schema.dropTable('known_devices')
  }
}
