import { Schema } from '../../database/index.js'

/**
 * Counts and sums maintained by triggers of the counted tables (`counted` of Schema). Rows are deleted with
 * their tenant. Old rows are merged (fold.ts), so a few hundred per tenant remain. They are read by a prefix of
 * the primary key: per tenant by counter and hour; the operator reads tenant by tenant.
 */
export default class extends Schema {
  override async up() {
    const text = (length: number) => `varchar(${length})${this.postgres ? ' collate "C"' : ''}`
    // For rows that change often, PostgreSQL keeps the versions on one page if there is room.
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
}
