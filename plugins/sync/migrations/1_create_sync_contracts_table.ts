import { Schema } from '@crossdock/kernel/database'

const name = 'sync_contracts'

/**
 * Sync contracts. A deleted one stays, out of sight, until a job has deleted what belongs to it. All go with their
 * environment or tenant.
 */
export default class extends Schema {
  override async up() {
    this.createTenantTable(
      name,
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
            table.index(['tenant_id', `${side}_${at}_id`], `${name}_by_${side}_${at}`)
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
        table.index(['tenant_id', 'user_id'], `${name}_by_owner`)
        // What the job that starts runs looks for, and the one that deletes.
        table.index(['next_run_at', 'id'], `${name}_due`)
        table.index(['deleted_at', 'id'], `${name}_deleted`)
        for (const column of ['name', 'created_at', 'last_sync_at', 'needs_attention', 'phase'])
          table.index(['tenant_id', 'environment_id', column, 'id'], `${name}_by_${column}`)
      },
      { references: { environment_id: 'tenant_environments' } }
    )
    this.counted(
      name,
      { counter: 'sync.contracts', when: { deleted_at: null }, by: 'environment_id' },
      { counter: 'sync.active', when: { deleted_at: null, is_active: true }, by: 'environment_id' },
      {
        counter: 'sync.attention',
        when: { deleted_at: null, needs_attention: true },
        by: 'environment_id',
      }
    )
  }

  override async down() {
    this.notCounted(name, 'sync.contracts', 'sync.active', 'sync.attention')
    this.schema.dropTable(name)
  }
}
