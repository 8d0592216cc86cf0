import { Schema } from '@crossdock/kernel/database'

const runs = 'flow_execution_history'

/**
 * What monitoring tells, added up: ends of runs and of tries of steps by how long they took, and how many runs waited. A
 * consumer of the log writes it (consumers/rollups.ts); `flows.pruneRollups` deletes what is older than its grain is read
 * for (rollups/grains.ts), and an environment takes its own with it. Each is read by the beginning of the primary key.
 */
export default class extends Schema {
  override async up() {
    const text = (length: number) => `varchar(${length})${this.postgres ? ' collate "C"' : ''}`
    // Rows that change again and again: PostgreSQL keeps the versions on their page when there is room.
    const kept = this.postgres ? 'with (fillfactor = 70)' : 'without rowid'
    this.schema.raw(`
      create table flow_rollups (
        tenant_id varchar(36) not null references tenants (id) on delete cascade,
        grain ${text(3)} not null,
        kind ${text(5)} not null,
        at ${text(16)} not null,
        environment_id ${text(36)} not null,
        flow_id ${text(36)} not null,
        step_id ${text(64)} not null,
        system_id ${text(36)} not null,
        outcome ${text(9)} not null,
        bucket integer not null,
        n bigint not null,
        total bigint not null,
        primary key (tenant_id, grain, kind, at, environment_id, flow_id, step_id, system_id, outcome, bucket),
        foreign key (tenant_id, environment_id) references tenant_environments (tenant_id, id) on delete cascade
      ) ${kept}`)
    this.protect('flow_rollups')
    this.schema.alterTable(runs, (table) => {
      table.string('replay_of', 36).nullable()
      table.string('replayed_from', 64).nullable()
      this.instant(table, 'retried_at').nullable()
    })
  }

  override async down() {
    for (const column of ['replay_of', 'replayed_from', 'retried_at']) {
      // In place: Knex would make the table anew on SQLite, without its triggers.
      this.schema.raw(`alter table ${runs} drop column ${column}`)
    }
    this.schema.dropTable('flow_rollups')
  }
}
