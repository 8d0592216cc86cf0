import { BaseSchema } from '@adonisjs/lucid/schema'
import type { Knex } from 'knex'
import {
  plain,
  postgresKeys,
  sqliteKeys,
  within,
  type KeyKind,
  type Reference,
} from './tenant_keys.js'
import { analyser, createAnalyser } from './analyse.js'
import { countedBy, countedNoMore } from './counted.js'
import type { Counted } from './counting.js'
import { createPostgresIndex, dropPostgresIndex } from './text_index_postgres.js'
import { createSqliteIndex, dropSqliteIndex } from './text_index_sqlite.js'
import { writtenByOperator } from './wall.js'

type Build = (table: Knex.CreateTableBuilder) => void

interface TenantTable {
  /** For rows that may belong to no tenant. */
  nullable?: boolean
  /**
   * Columns that hold the id of a row of another tenant-owned table: the database refuses a row of
   * another tenant there, and deletes what refers to a deleted row.
   */
  references?: Record<string, string>
}

/** Base of every migration: tables with the columns and guards all of ours share. */
export abstract class Schema extends BaseSchema {
  /**
   * A tenant-owned table: `id`, `tenant_id` (rows go with their tenant), `created_at`, and on
   * PostgreSQL forced row-level security.
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
        // A row of no tenant is not held by a key with an empty part.
        if (!options.nullable) continue
        table.foreign(column).references('id').inTable(target).onDelete('CASCADE')
      }
    })
    this.protect(name)
  }

  /**
   * Puts a table with a `tenant_id` column behind row-level security (PostgreSQL): nobody sees a
   * row until the migrator has given the application's roles their policies.
   */
  protected protect(name: string): void {
    if (!this.postgres) return
    this.schema.raw(`alter table ${name} enable row level security, force row level security`)
  }

  /**
   * Rows of this tenant-owned table are the operator's to write: tenants' own work may only read them
   * (PostgreSQL), as soon as the migrator has seen to the rights. `false` undoes it.
   */
  protected leaveToOperator(name: string, left = true): void {
    if (!this.postgres) return
    this.schema.raw(`comment on table ${name} is ${left ? `'${writtenByOperator}'` : 'null'}`)
  }

  /**
   * For tables made before `references` was there: turns the plain foreign key of `column` into one
   * within the tenant; with `nullable` the plain one stays for rows of no tenant, with `required` the column must hold
   * something from then on. The migration must
   * say `static override disableTransactions = true`. May run again after a crash.
   */
  protected bindReference(reference: Reference): void {
    this.#keyed(reference.target)
    this.#refine(reference, reference.nullable ? [within, plain] : [within])
  }

  /**
   * Indexes the texts of a table that grows, those that are there and those to come, so that lists find any part of
   * them (`searched`, the same columns). Triggers keep the index; they fire on inserts, deletes and changes of these
   * columns. Making the table anew on SQLite loses them.
   * @param owner column that says whose a row is
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

  /** Lets `analyse` have PostgreSQL look at a table to which very much may be added at once. */
  protected analysable(table: string): void {
    if (this.postgres) this.schema.raw(createAnalyser(table))
  }

  /** Undoes `analysable`. */
  protected notAnalysable(table: string): void {
    if (this.postgres) this.schema.raw(`drop function ${analyser(table)}()`)
  }

  /**
   * Changes rows of all tenants. On PostgreSQL forced row-level security would hide every row from who migrates, unless that
   * is a superuser: the statements would change nothing, without a word.
   * @param tables that they read or write
   */
  protected changeRows(tables: readonly string[], ...statements: string[]): void {
    const see = (table: string, all: boolean) =>
      this.schema.raw(`alter table ${table} ${all ? 'no force' : 'force'} row level security`)
    if (this.postgres) for (const table of tables) see(table, true)
    for (const statement of statements) this.schema.raw(statement)
    if (this.postgres) for (const table of tables) see(table, false)
  }

  /** Undoes `bindReference`. */
  protected unbindReference(reference: Reference): void {
    this.#refine(reference, [plain])
  }

  /** Leaves a column without any foreign key, so that it can be dropped. */
  protected dropReference(reference: Reference): void {
    this.#refine(reference, [])
  }

  /**
   * Counts rows of a tenant-owned table from now on, in the commit that writes them and whoever writes them; those that are
   * there are counted at once. What was counted is read by `@crossdock/kernel/counters`.
   */
  protected counted(table: string, ...all: [Counted, ...Counted[]]): void {
    for (const sql of countedBy(table, all, this.postgres)) this.schema.raw(sql)
  }

  /** Undoes a call of `counted`, with all its counters; before its table is dropped. */
  protected notCounted(table: string, ...counters: [string, ...string[]]): void {
    for (const sql of countedNoMore(table, counters, this.postgres)) this.schema.raw(sql)
  }

  /** What rows of other tables refer to must be unique. */
  #keyed(table: string): void {
    const name = `${table}_tenant_id_id_unique`
    this.schema.raw(`create unique index if not exists ${name} on ${table} (tenant_id, id)`)
  }

  #refine(reference: Reference, keys: KeyKind[]): void {
    if (this.postgres) this.schema.raw(postgresKeys(reference, keys))
    else this.defer((client) => sqliteKeys(client, reference, keys))
  }

  /** A point in time; text on SQLite so that ISO texts compare. */
  protected instant(table: Pick<Knex.CreateTableBuilder, 'specificType'>, name: string) {
    return table.specificType(name, this.postgres ? 'timestamptz(3)' : 'text')
  }

  /** A JSON column. */
  protected json(table: Pick<Knex.CreateTableBuilder, 'specificType'>, name: string) {
    return table.specificType(name, this.postgres ? 'jsonb' : 'text')
  }

  protected get postgres(): boolean {
    return this.db.dialect.name === 'postgres'
  }
}
