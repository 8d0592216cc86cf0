import { Schema } from '../../database/index.js'

/**
 * Counts and sums that triggers of the counted tables keep (`counted` of Schema). Rows go with their tenant and, when they
 * are of the past, into one (fold.ts): a few hundred a tenant stay. Each is read by the beginning of the primary key: of
 * one tenant by counter and hour; the operator goes from tenant to tenant.
 */
export default class extends Schema {
  override async up() {
    const text = (length: number) => `varchar(${length})${this.postgres ? ' collate "C"' : ''}`
    // Of rows that change again and again PostgreSQL keeps the versions on their page when there is room.
    const kept = this.postgres ? 'with (fillfactor = 50)' : 'without rowid'
    this.schema.raw(`
      create table counters (
        tenant_id varchar(36) not null references tenants (id) on delete cascade,
        counter ${text(40)} not null,
        bucket ${text(13)} not null,
        key ${text(100)} not null,
        slot integer not null,
        n bigint not null,
        valued bigint not null,
        total bigint not null,
        primary key (tenant_id, counter, bucket, key, slot)
      ) ${kept}`)
    this.protect('counters')
  }

  override async down() {
    this.schema.dropTable('counters')
  }
}
