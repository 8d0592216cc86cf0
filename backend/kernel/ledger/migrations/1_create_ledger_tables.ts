import { Schema } from '../../database/index.js'

/**
 * Usage of windows, and the rows that reservations lock. Rows are deleted with their tenant, and a day after
 * their window has ended (purge.ts); each is found by the primary key.
 */
export default class extends Schema {
  override async up() {
    const time = this.postgres ? 'timestamptz(3)' : 'text'
    // For rows that change often, PostgreSQL keeps the versions on one page if there is room.
    const kept = this.postgres ? 'with (fillfactor = 50)' : 'without rowid'
    const owner = `
      tenant_id varchar(36) not null references tenants (id) on delete cascade,
      scope varchar(36) not null,
      meter varchar(100) not null`
    this.schema.raw(`
      create table ledger_windows (${owner},
        used bigint not null,
        granted bigint not null,
        ends_at ${time} not null,
        elsewhere boolean not null,
        primary key (tenant_id, scope, meter)
      ) ${kept}`)
    this.schema.raw('create index ledger_windows_ends_at on ledger_windows (ends_at)')
    // Places that processes have taken of concurrency limits.
    this.schema.raw(`
      create table ledger_places (${owner},
        holder varchar(36) not null,
        places integer not null,
        ends_at ${time} not null,
        primary key (tenant_id, scope, meter, holder)
      ) ${kept}`)
    this.schema.raw('create index ledger_places_ends_at on ledger_places (ends_at)')
    this.protect('ledger_windows')
    this.protect('ledger_places')
  }
}
