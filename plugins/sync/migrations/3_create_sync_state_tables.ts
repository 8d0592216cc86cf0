import { Schema } from '@crossdock/kernel/database'

const passes = 'sync_passes'
const sides = 'sync_sides'
const entries = 'sync_entries'
const agreed = 'sync_agreed'

/** The state of the passes of sync contracts. All rows are deleted with their contract. */
export default class extends Schema {
  override async up() {
    this.#createPasses()
    this.#createSides()
    this.#createEntries()
    this.#createAgreed()
  }

  /**
   * One row for each contract. `wanted` counts the requests for a pass. `done` is the number of requests that
   * passes have handled.
   */
  #createPasses(): void {
    this.createTenantTable(
      passes,
      (table) => {
        table.string('contract_id', 36).notNullable()
        table.bigInteger('wanted').notNullable().defaultTo(0)
        table.bigInteger('done').notNullable().defaultTo(0)
        // The cause of the next run, and the person it runs for.
        table.string('trigger', 20).nullable()
        table.string('started_by', 36).nullable()
        // After events, no pass begins before this time.
        this.instant(table, 'rests_until').nullable()
        table.boolean('wants_plan').notNullable().defaultTo(false)
        this.json(table, 'plan').nullable()
        // When the pass resumes automatically.
        this.instant(table, 'resumes_at').nullable()
        table.unique(['contract_id'], { indexName: `${passes}_contract` })
        table.index(['tenant_id'], `${passes}_by_tenant`)
      },
      { references: { contract_id: 'sync_contracts' } }
    )
  }

  /** The state of each end of a contract. */
  #createSides(): void {
    this.createTenantTable(
      sides,
      (table) => {
        table.string('contract_id', 36).notNullable()
        table.string('side', 10).notNullable()
        // Type, path and owner of the end. When they change, the earlier state is invalid.
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
  }

  /**
   * The files and folders at an end, as an agent has reported or a system has listed them. Rows of another `epoch` than
   * the side's belong to an unfinished report, or to one that a newer report replaced.
   */
  #createEntries(): void {
    this.createTenantTable(
      entries,
      (table) => {
        table.string('contract_id', 36).notNullable()
        table.string('side', 10).notNullable()
        table.integer('epoch').notNullable()
        table.string('entry_id', 1024).notNullable()
        table.string('parent_id', 1024).nullable()
        table.text('name').notNullable()
        // `gone` in an unfinished report.
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

  /** Files and folders on which both ends of a contract agreed. */
  #createAgreed(): void {
    this.createTenantTable(
      agreed,
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
        table.unique(['contract_id', 'key'], { indexName: `${agreed}_key` })
        table.index(['tenant_id', 'contract_id', 'hash'], `${agreed}_by_hash`)
      },
      { references: { contract_id: 'sync_contracts' } }
    )
  }
}
