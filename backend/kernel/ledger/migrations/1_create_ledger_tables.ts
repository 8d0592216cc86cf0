import { Schema } from '../../database/index.js'

/**
 * What was spent of windows, and what reservations wait for one another by. Rows go with their tenant, and a day after
 * their window has ended (purge.ts); each is found by the primary key.
 */
export default class extends Schema {
  override async up() {
    const time = this.postgres ? 'timestamptz(3)' : 'text'
    // Of rows that change again and again PostgreSQL keeps the versions on their page when there is room.
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
    // Places that processes have taken of what may be used at once.
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

  override async down() {
    this.schema.dropTable('ledger_places')
    this.schema.dropTable('ledger_windows')
  }
}
