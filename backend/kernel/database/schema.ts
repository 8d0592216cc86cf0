import { BaseSchema } from '@adonisjs/lucid/schema'
import type { Knex } from 'knex'
import { everyTenant, tenantSetting } from './tenant_setting.js'

type Build = (table: Knex.CreateTableBuilder) => void

/** Base of every migration: tables with the columns and guards all of ours share. */
export abstract class Schema extends BaseSchema {
  /**
   * A tenant-owned table: `id`, `tenant_id` (rows go with their tenant), `created_at`, and on
   * PostgreSQL forced row-level security. `nullable` is for rows that may belong to no tenant.
   */
  protected createTenantTable(
    name: string,
    build: Build,
    options: { nullable?: boolean } = {}
  ): void {
    this.schema.createTable(name, (table) => {
      table.string('id', 36).primary()
      const tenant = table.string('tenant_id', 36)
      if (options.nullable) tenant.nullable()
      else tenant.notNullable()
      tenant.references('id').inTable('tenants').onDelete('CASCADE')
      this.instant(table, 'created_at').notNullable()
      build(table as unknown as Knex.CreateTableBuilder)
    })
    this.protect(name)
  }

  /** Puts a table with a `tenant_id` column behind row-level security (PostgreSQL). */
  protected protect(name: string): void {
    if (!this.postgres) return
    // The sub-select is evaluated once a query, not once a row.
    const setting = `(select current_setting('${tenantSetting}', true))`
    const visible = `(tenant_id = ${setting} or ${setting} = '${everyTenant}')`
    this.schema.raw(`alter table ${name} enable row level security`)
    this.schema.raw(`alter table ${name} force row level security`)
    this.schema.raw(
      `create policy ${name}_tenant on ${name} using ${visible} with check ${visible}`
    )
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
