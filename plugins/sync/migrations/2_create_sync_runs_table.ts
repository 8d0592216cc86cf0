import { Schema } from '@crossdock/kernel/database'

const name = 'sync_runs'

/** Runs of contracts. Rows go by the retention of logs, or with their contract, environment or tenant. */
export default class extends Schema {
  override async up() {
    this.createTenantTable(
      name,
      (table) => {
        table.string('environment_id', 36).notNullable()
        table.string('contract_id', 36).notNullable()
        table.string('trigger', 20).notNullable()
        table.string('started_by', 36).nullable()
        table.string('status', 20).notNullable()
        this.instant(table, 'started_at').notNullable()
        this.instant(table, 'ended_at').nullable()
        this.json(table, 'counts').notNullable()
        table.integer('files_done').notNullable().defaultTo(0)
        table.bigInteger('bytes_done').notNullable().defaultTo(0)
        this.json(table, 'stop').nullable()
        this.json(table, 'message').nullable()
        table.boolean('is_released').notNullable().defaultTo(false)
        this.json(table, 'wait_tokens').notNullable()
        table.index(['tenant_id', 'created_at', 'id'], `${name}_by_age`)
        table.index(['tenant_id', 'contract_id', 'started_at', 'id'], `${name}_by_started_at`)
        table.index(['tenant_id', 'contract_id', 'status', 'started_at', 'id'], `${name}_by_status`)
      },
      { references: { environment_id: 'tenant_environments', contract_id: 'sync_contracts' } }
    )
    // One at a time.
    this.schema.raw(
      `create unique index ${name}_open on ${name} (tenant_id, environment_id, contract_id) where ended_at is null`
    )
    this.counted(name, {
      counter: 'sync.files',
      by: 'environment_id',
      sum: 'files_done',
      hour: 'started_at',
    })
  }

  override async down() {
    this.notCounted(name, 'sync.files')
    this.schema.dropTable(name)
  }
}
