import { Schema } from '@crossdock/kernel/database'

const sides = 'sync_sides'
const entries = 'sync_entries'

/**
 * What an end of a contract was found to be, and the files and folders there that an agent has reported or a system has
 * listed. Rows of another `epoch` than the side's are parts of a report that has not ended, or of one that a newer one
 * replaced. All go with their contract.
 */
export default class extends Schema {
  override async up() {
    this.createTenantTable(
      sides,
      (table) => {
        table.string('contract_id', 36).notNullable()
        table.string('side', 10).notNullable()
        // Type, path and owner of the end: with another one nothing of before counts.
        table.text('end_key').notNullable()
        table.string('root_id', 36).nullable()
        table.string('state_id', 64).nullable()
        table.bigInteger('generation').notNullable().defaultTo(0)
        table.integer('epoch').notNullable().defaultTo(0)
        this.json(table, 'staged').nullable()
        table.boolean('is_trusted').notNullable().defaultTo(true)
        table.boolean('is_root_there').notNullable().defaultTo(false)
        this.json(table, 'traits').nullable()
        table.integer('files').nullable()
        table.bigInteger('bytes').nullable()
        this.instant(table, 'last_scan_at').nullable()
        table.unique(['contract_id', 'side'], { indexName: `${sides}_end` })
        table.index(['tenant_id'], `${sides}_by_tenant`)
      },
      { references: { contract_id: 'sync_contracts' } }
    )
    this.createTenantTable(
      entries,
      (table) => {
        table.string('contract_id', 36).notNullable()
        table.string('side', 10).notNullable()
        table.integer('epoch').notNullable()
        table.string('entry_id', 1024).notNullable()
        table.string('parent_id', 1024).nullable()
        table.text('name').notNullable()
        // `gone` in a report that has not ended.
        table.string('kind', 10).notNullable()
        table.string('hash', 64).nullable()
        table.bigInteger('size').notNullable()
        table.bigInteger('modified_at').notNullable()
        table.string('version', 255).notNullable()
        table.string('trouble', 20).nullable()
        table.unique(['contract_id', 'side', 'epoch', 'entry_id'], {
          indexName: `${entries}_entry`,
        })
        table.index(['tenant_id', 'contract_id', 'hash'], `${entries}_by_hash`)
      },
      { references: { contract_id: 'sync_contracts' } }
    )
  }

  override async down() {
    this.schema.dropTable(entries)
    this.schema.dropTable(sides)
  }
}
