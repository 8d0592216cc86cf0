import type { Knex } from 'knex'
import { Schema } from '../../database/index.js'

/**
 * The chunks of a tenant with their places, and the chunk lists of its contents; and contents that arrive in
 * several requests. All rows are deleted with their tenant.
 */
export default class extends Schema {
  override async up() {
    this.#createOwned('content_chunks', (table) => {
      table.string('hash', 64).notNullable()
      table.integer('size').notNullable()
      table.string('pack_id', 36).notNullable()
      table.bigInteger('pack_offset').notNullable()
      this.instant(table, 'created_at').notNullable()
      // When the bytes were found damaged; null for almost all chunks.
      this.instant(table, 'damaged_at').nullable()
      // The epoch in which garbage collection condemned the chunk, because no content names it.
      table.bigInteger('condemned_epoch').nullable()
      table.primary(['tenant_id', 'hash'])
    })
    const index = (name: string, rest: string) =>
      this.schema.raw(`create index content_chunks_${name} on content_chunks ${rest}`)
    index('damaged', '(tenant_id, hash) where damaged_at is not null')
    index('condemned', '(tenant_id, condemned_epoch) where condemned_epoch is not null')
    // For the chunks of a pack.
    index('pack', '(tenant_id, pack_id, pack_offset, size)')
    // Counts the stored bytes of each tenant, for the list of tenants.
    this.counted('content_chunks', { counter: 'storage.chunks', sum: 'size' })
    this.#createOwned('contents', (table) => {
      table.string('id', 64).notNullable()
      table.bigInteger('size').notNullable()
      table.binary('chunks').notNullable()
      this.instant(table, 'created_at').notNullable()
      // A zip states the CRC-32 before the bytes. Null until it is first needed.
      table.bigInteger('crc32').nullable()
      table.primary(['tenant_id', 'id'])
    })
    this.#createDrafts()
  }

  /** Rows are deleted with their upload (`Drafts.drop`, `Drafts.finish`), and are only queried by key. */
  #createDrafts(): void {
    this.#createOwned('content_drafts', (table) => {
      table.string('id', 36).notNullable()
      table.integer('token').notNullable()
      table.bigInteger('size').notNullable()
      // Bytes after the last cut, and those before it that the next cut depends on.
      table.binary('tail').notNullable()
      table.binary('lead').notNullable()
      this.instant(table, 'created_at').notNullable()
      table.primary(['tenant_id', 'id'])
    })
    // The chunks so far: one row for each durable step.
    this.schema.createTable('content_draft_parts', (table) => {
      table.string('tenant_id', 36).notNullable()
      table.string('draft_id', 36).notNullable()
      table.bigInteger('from_byte').notNullable()
      table.binary('chunks').notNullable()
      // CRC-32 of the chunks of the part.
      table.bigInteger('crc32').nullable()
      table.primary(['tenant_id', 'draft_id', 'from_byte'])
      table
        .foreign(['tenant_id', 'draft_id'])
        .references(['tenant_id', 'id'])
        .inTable('content_drafts')
        .onDelete('CASCADE')
    })
    this.protect('content_draft_parts')
  }

  /** A tenant-owned table with a key of its own. */
  #createOwned(name: string, build: (table: Knex.CreateTableBuilder) => void): void {
    this.schema.createTable(name, (table) => {
      table.string('tenant_id', 36).notNullable()
      table.foreign('tenant_id').references('id').inTable('tenants').onDelete('CASCADE')
      build(table as unknown as Knex.CreateTableBuilder)
    })
    this.protect(name)
  }
}
