import { Schema } from '@crossdock/kernel/database'

const name = 'sync_agreed'

/** Files and folders on which both ends of a contract agreed. They go with it. */
export default class extends Schema {
  override async up() {
    this.createTenantTable(
      name,
      (table) => {
        table.string('contract_id', 36).notNullable()
        table.string('key', 36).notNullable()
        table.string('parent_key', 36).nullable()
        table.text('name').notNullable()
        table.string('kind', 10).notNullable()
        table.string('hash', 64).nullable()
        table.bigInteger('size').notNullable()
        table.bigInteger('modified_at').notNullable()
        table.string('source_id', 1024).notNullable()
        table.string('target_id', 1024).notNullable()
        table.string('source_version', 255).notNullable()
        table.string('target_version', 255).notNullable()
        table.unique(['contract_id', 'key'], { indexName: `${name}_key` })
        table.index(['tenant_id', 'contract_id', 'hash'], `${name}_by_hash`)
      },
      { references: { contract_id: 'sync_contracts' } }
    )
  }

  override async down() {
    this.schema.dropTable(name)
  }
}
