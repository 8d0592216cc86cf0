import { Schema } from '@crossdock/kernel/database'

const contracts = 'sync_contracts'
const runs = 'sync_runs'

/** Sync contracts and their runs. All rows are deleted with their environment or tenant. */
export default class extends Schema {
  override async up() {
    this.#createContracts()
    this.#createRuns()
  }

  /** A deleted contract is hidden until a job has deleted its rows. */
  #createContracts(): void {
    this.createTenantTable(
      contracts,
      (table) => {
        table.string('environment_id', 36).notNullable()
        table.string('user_id', 36).notNullable()
        table.string('name', 100).notNullable()
        table.text('description').nullable()
        for (const side of ['source', 'target']) {
          table.string(`${side}_type`, 20).notNullable()
          this.json(table, `${side}_config`).notNullable()
          table.string(`${side}_agent_id`, 36).nullable()
          table.string(`${side}_system_id`, 36).nullable()
          for (const at of ['agent', 'system'])
            table.index(['tenant_id', `${side}_${at}_id`], `${contracts}_by_${side}_${at}`)
        }
        table.string('conflict_resolution', 20).notNullable()
        this.json(table, 'sync_rules').notNullable()
        this.json(table, 'schedule_config').notNullable()
        this.json(table, 'bandwidth').notNullable()
        table.string('sync_mode', 20).notNullable()
        table.string('sync_direction', 20).notNullable()
        table.text('local_path').notNullable()
        table.text('remote_path').notNullable()
        table.string('remote_asset_id', 36).nullable()
        table.boolean('is_active').notNullable()
        table.integer('revision').notNullable()
        table.string('phase', 20).notNullable()
        this.json(table, 'message').nullable()
        this.json(table, 'stop').nullable()
        this.json(table, 'figures').notNullable()
        table.boolean('needs_attention').notNullable().defaultTo(false)
        this.instant(table, 'last_sync_at').nullable()
        this.instant(table, 'next_run_at').nullable()
        this.instant(table, 'deleted_at').nullable()
        this.instant(table, 'updated_at').notNullable()
        table.index(['tenant_id', 'user_id'], `${contracts}_by_owner`)
        // For the jobs that start runs and delete contracts.
        table.index(['next_run_at', 'id'], `${contracts}_due`)
        table.index(['deleted_at', 'id'], `${contracts}_deleted`)
        for (const column of ['name', 'created_at', 'last_sync_at', 'needs_attention', 'phase'])
          table.index(['tenant_id', 'environment_id', column, 'id'], `${contracts}_by_${column}`)
      },
      { references: { environment_id: 'tenant_environments' } }
    )
    this.counted(
      contracts,
      { counter: 'sync.contracts', when: { deleted_at: null }, by: 'environment_id' },
      { counter: 'sync.active', when: { deleted_at: null, is_active: true }, by: 'environment_id' },
      {
        counter: 'sync.attention',
        when: { deleted_at: null, needs_attention: true },
        by: 'environment_id',
      }
    )
  }

  /** Rows are deleted by the retention of logs, and with their contract. */
  #createRuns(): void {
    this.createTenantTable(
      runs,
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
        this.json(table, 'released').nullable()
        this.json(table, 'wait_tokens').notNullable()
        table.index(['tenant_id', 'created_at', 'id'], `${runs}_by_age`)
        table.index(['tenant_id', 'contract_id', 'started_at', 'id'], `${runs}_by_started_at`)
        table.index(['tenant_id', 'contract_id', 'status', 'started_at', 'id'], `${runs}_by_status`)
      },
      { references: { environment_id: 'tenant_environments', contract_id: 'sync_contracts' } }
    )
    // A contract has one open run at a time.
    this.schema.raw(
      `create unique index ${runs}_open on ${runs} (tenant_id, environment_id, contract_id) where ended_at is null`
    )
    this.counted(runs, {
      counter: 'sync.files',
      by: 'environment_id',
      sum: 'files_done',
      hour: 'started_at',
    })
  }
}
