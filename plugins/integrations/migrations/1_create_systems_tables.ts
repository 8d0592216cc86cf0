import { Schema } from '@crossdock/kernel/database'

/** Connected systems, their endpoints and folders. Rows are deleted with their environment, and so with the tenant. */
export default class extends Schema {
  override async up() {
    this.#createSystems()
    this.#createEndpoints()
    this.#createAllowances()
    this.#createBindings()
  }

  #createSystems(): void {
    this.createTenantTable(
      systems,
      (table) => {
        table.string('environment_id', 36).notNullable()
        table.string('name', 255).notNullable()
        table.text('description').nullable()
        table.string('system_type', 50).notNullable()
        table.text('base_url').nullable()
        table.string('auth_type', 50).notNullable()
        // Sealed by kernel/secrets; never plain JSON.
        table.text('auth_config').nullable()
        // The settings of the connector besides base URL and credentials.
        this.json(table, 'config').notNullable().defaultTo('{}')
        this.json(table, 'capabilities').notNullable()
        // The source of the system (a description, a template, with its version).
        this.json(table, 'origin').nullable()
        table.boolean('is_active').notNullable().defaultTo(true)
        // Stays true when the folders of the system are deleted: a system must not get all files because its
        // only folder was permanently deleted.
        table.boolean('is_bound').notNullable().defaultTo(false)
        // The limits of the system, and the number of failures in a row that pauses its calls.
        table.integer('max_concurrent').nullable()
        table.integer('rate_per_minute').nullable()
        table.integer('break_after').notNullable().defaultTo(5)
        this.instant(table, 'updated_at').notNullable()
        table.unique(['tenant_id', 'id'])
        for (const column of ['name', 'system_type', 'created_at', 'updated_at']) {
          table.index(['tenant_id', 'environment_id', column, 'id'], listIndex(systems, column))
        }
      },
      { references: inEnvironment }
    )
    // For the integrations screen and the dashboard.
    this.counted(systems, ...countersOf('integrations.systems'))
  }

  #createEndpoints(): void {
    this.createTenantTable(
      endpoints,
      (table) => {
        table.string('environment_id', 36).notNullable()
        table.string('system_id', 36).notNullable()
        table.string('name', 255).notNullable()
        table.text('path').notNullable()
        table.string('method', 10).notNullable().defaultTo('POST')
        table.string('endpoint_type', 20).notNullable().defaultTo('outbound')
        this.json(table, 'triggers').notNullable()
        this.json(table, 'request_schema').notNullable()
        this.json(table, 'response_schema').notNullable()
        this.json(table, 'field_mapping').notNullable()
        // The operation in the description or template of its system from which this endpoint was created.
        this.json(table, 'origin').nullable()
        table.boolean('is_active').notNullable().defaultTo(true)
        this.instant(table, 'updated_at').notNullable()
        table.index(['system_id', 'name', 'id'])
        for (const column of ['name', 'method', 'created_at', 'updated_at']) {
          table.index(['tenant_id', 'environment_id', column, 'id'], listIndex(endpoints, column))
        }
      },
      { references: { ...inEnvironment, system_id: systems } }
    )
    this.counted(endpoints, ...countersOf('integrations.endpoints'))
  }

  /** Networks that systems may reach. A tenant cannot widen them; rows are deleted with their system or by the operator. */
  #createAllowances(): void {
    this.createTenantTable(
      'egress_allowances',
      (table) => {
        // null: every system of the tenant.
        table.string('system_id', 36).nullable()
        table.string('network', 50).notNullable()
        table.integer('port').nullable()
        table.string('note', 500).nullable()
        table.string('granted_by', 36).nullable()
        // For calls, and the operator's list of one tenant.
        table.index(['tenant_id', 'created_at', 'id'])
        // For the operator's lists of all allowances, and of one system.
        table.index(['created_at', 'id'])
        table.index(['tenant_id', 'system_id'])
      },
      { references: { system_id: systems } }
    )
    this.leaveToOperator('egress_allowances')
  }

  /** The folders that a system works with. People delete rows; so does the deletion of the system or the folder. */
  #createBindings(): void {
    this.createTenantTable(
      bindings,
      (table) => {
        table.string('environment_id', 36).notNullable()
        table.string('system_id', 36).notNullable()
        table.string('asset_id', 36).notNullable()
        this.json(table, 'permissions').notNullable()
        this.json(table, 'visibility_rules').notNullable()
        this.json(table, 'transformation_config').notNullable()
        table.boolean('is_active').notNullable().defaultTo(true)
        this.instant(table, 'updated_at').notNullable()
        // One for each folder; also for calls, and the list of a system.
        table.unique(['tenant_id', 'system_id', 'asset_id'], { indexName: `${bindings}_pair` })
        // For the list of a folder, and its deletion.
        table.index(['tenant_id', 'asset_id'])
        for (const column of ['created_at', 'updated_at']) {
          table.index(['tenant_id', 'environment_id', column, 'id'], listIndex(bindings, column))
        }
      },
      { references: { ...inEnvironment, system_id: systems, asset_id: 'assets' } }
    )
  }
}

const systems = 'external_systems'
const endpoints = 'api_endpoints'
const bindings = 'system_folder_bindings'
const inEnvironment = { environment_id: 'tenant_environments' }
const listIndex = (table: string, column: string) => `${table}_of_environment_by_${column}`

const countersOf = (counter: string) =>
  [
    { counter, by: 'environment_id' },
    { counter: `${counter}_active`, when: { is_active: true }, by: 'environment_id' },
  ] as const
