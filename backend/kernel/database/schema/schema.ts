import { BaseSchema } from '@adonisjs/lucid/schema'
import type { Knex } from 'knex'
import { createAnalyzer } from './analyse.js'
import { startCounting, stopCounting } from './counted.js'
import type { Counted } from './counting.js'
import { createPostgresIndex, dropPostgresIndex } from '../text_index/text_index_postgres.js'
import { createSqliteIndex, dropSqliteIndex } from '../text_index/text_index_sqlite.js'
import { writtenByOperator } from '../wall/wall.js'

type Build = (table: Knex.CreateTableBuilder) => void

interface TenantTable {
  /** For rows that may have no tenant. */
  nullable?: boolean
  /**
   * Columns that refer to rows of another tenant-owned table. The database refuses a reference to another
   * tenant's row. When a row is deleted, it also deletes the rows that refer to it.
   */
  references?: Record<string, string>
}

/** Base of every migration: tables with the common columns and guards. */
export abstract class Schema extends BaseSchema {
  /**
   * Creates a tenant-owned table with `id`, `tenant_id` and `created_at`. Rows are deleted with their tenant.
   * On PostgreSQL, row-level security is forced.
   */
  protected createTenantTable(name: string, build: Build, options: TenantTable = {}): void {
    const references = Object.entries(options.references ?? {})
    for (const [, target] of references) if (target !== name) this.#keyed(target)
    this.schema.createTable(name, (table) => {
      table.string('id', 36).primary()
      const tenant = table.string('tenant_id', 36)
      if (options.nullable) tenant.nullable()
      else tenant.notNullable()
      tenant.references('id').inTable('tenants').onDelete('CASCADE')
      this.instant(table, 'created_at').notNullable()
      build(table as unknown as Knex.CreateTableBuilder)
      if (references.some(([, target]) => target === name)) table.unique(['tenant_id', 'id'])
      for (const [column, target] of references) {
        const columns = ['tenant_id', column]
        table.foreign(columns).references(['tenant_id', 'id']).inTable(target).onDelete('CASCADE')
        // Foreign keys ignore rows with a null column, so rows without a tenant need a key of their own.
        if (!options.nullable) continue
        table.foreign(column).references('id').inTable(target).onDelete('CASCADE')
      }
    })
    this.protect(name)
  }

  /**
   * Enables row-level security on a table with a `tenant_id` column (PostgreSQL). No rows are visible until the
   * migrator has created the policies for the application's roles.
   */
  protected protect(name: string): void {
    if (!this.postgres) return
    this.schema.raw(`alter table ${name} enable row level security, force row level security`)
  }

  /**
   * Lets only the operator write this tenant-owned table. Tenants' work may only read it (PostgreSQL). The
   * migrator sets the privileges.
   */
  protected leaveToOperator(name: string): void {
    if (!this.postgres) return
    this.schema.raw(`comment on table ${name} is '${writtenByOperator}'`)
  }

  /**
   * Indexes the texts of a growing table, so that lists find any part of a text (`searched`, with the same
   * columns). Present rows are included. Triggers update the index on inserts, deletes and changes of these
   * columns. On SQLite, rebuilding the table loses the triggers.
   * @param owner column with the owner of a row
   */
  protected searchable(table: string, columns: readonly string[], owner = 'tenant_id'): void {
    const create = this.postgres ? createPostgresIndex : createSqliteIndex
    for (const statement of create({ table, columns, owner })) this.schema.raw(statement)
  }

  /** Undoes `searchable`. */
  protected unsearchable(table: string): void {
    const drop = this.postgres ? dropPostgresIndex : dropSqliteIndex
    for (const statement of drop(table)) this.schema.raw(statement)
  }

  /** Lets `analyzeTable` analyze this table after large inserts. */
  protected analyzable(table: string): void {
    if (this.postgres) this.schema.raw(createAnalyzer(table))
  }

  /**
   * Changes rows of all tenants. On PostgreSQL, forced row-level security hides every row from a migrating
   * login that is not a superuser. Without this, the statements would change nothing and report no error.
   * @param tables the tables that the statements read or write
   */
  protected changeRows(tables: readonly string[], ...statements: string[]): void {
    const see = (table: string, all: boolean) =>
      this.schema.raw(`alter table ${table} ${all ? 'no force' : 'force'} row level security`)
    if (this.postgres) for (const table of tables) see(table, true)
    for (const statement of statements) this.schema.raw(statement)
    if (this.postgres) for (const table of tables) see(table, false)
  }

  /**
   * Counts rows of a tenant-owned table from now on, in the same commit as every write. Present rows are
   * counted immediately. Read the counts with `@crossdock/kernel/counters`.
   */
  protected counted(table: string, ...all: [Counted, ...Counted[]]): void {
    for (const sql of startCounting(table, all, this.postgres)) this.schema.raw(sql)
  }

  /** Undoes a call of `counted`, with all its counters. Call it before dropping the table. */
  protected notCounted(table: string, ...counters: [string, ...string[]]): void {
    for (const sql of stopCounting(table, counters, this.postgres)) this.schema.raw(sql)
  }

  /** Makes the columns unique that a foreign key refers to. */
  #keyed(table: string): void {
    const name = `${table}_tenant_id_id_unique`
    this.schema.raw(`create unique index if not exists ${name} on ${table} (tenant_id, id)`)
  }

  /** A point in time. On SQLite a text column, so that ISO texts compare. */
  protected instant(table: Pick<Knex.CreateTableBuilder, 'specificType'>, name: string) {
    return table.specificType(name, this.postgres ? 'timestamptz(3)' : 'text')
  }

  protected json(table: Pick<Knex.CreateTableBuilder, 'specificType'>, name: string) {
    return table.specificType(name, this.postgres ? 'jsonb' : 'text')
  }

  protected get postgres(): boolean {
    return this.db.dialect.name === 'postgres'
  }
}
