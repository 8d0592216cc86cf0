import { lockSpace } from '../../database/advisory_locks.js'
import { Schema } from '../../database/index.js'

/**
 * The event log, the positions of its consumers, and events that a consumer could not handle. Rows are deleted
 * with their tenant.
 */
export default class extends Schema {
  override async up() {
    this.#createLog()
    this.schema.createTable('event_cursors', (table) => {
      table.string('name', 100).primary()
      table.bigInteger('transaction').notNullable()
      table.bigInteger('seq').notNullable()
      this.instant(table, 'updated_at').notNullable()
    })
    this.#createParkedEvents()
  }

  #createLog(): void {
    this.schema.createTable('middleware_events', (table) => {
      table.bigIncrements('seq')
      table.string('id', 36).notNullable().unique()
      // The turn of the writing transaction, for the readers' watermark; SQLite has one writer.
      const transaction = table.bigInteger('transaction').notNullable()
      if (!this.postgres) transaction.defaultTo(0)
      table
        .string('tenant_id', 36)
        .nullable()
        .references('id')
        .inTable('tenants')
        .onDelete('CASCADE')
      table.string('environment_id', 36).nullable()
      table.string('event_type', 100).notNullable()
      table.string('actor_type', 20).notNullable()
      table.string('actor_id', 64).nullable()
      table.string('user_id', 36).nullable()
      table.string('source_type', 50).nullable()
      table.string('source_id', 64).nullable()
      table.string('target_type', 50).nullable()
      table.string('target_id', 64).nullable()
      this.json(table, 'payload').notNullable()
      table.string('cause_id', 36).nullable()
      table.string('root_id', 36).notNullable()
      table.string('status', 20).notNullable().defaultTo('pending')
      table.integer('retry_count').notNullable().defaultTo(0)
      this.instant(table, 'processed_at').nullable()
      this.instant(table, 'created_at').notNullable()
      table.index(['tenant_id', 'seq'])
      table.index(['root_id'])
      // For the newest events of a target, and of a type, and for the events that an event caused.
      table.index(['tenant_id', 'target_id', 'seq'], 'middleware_events_about')
      table.index(['tenant_id', 'event_type', 'seq'], 'middleware_events_type')
      table.index(['tenant_id', 'cause_id', 'seq'], 'middleware_events_cause')
      if (!this.postgres) return
      // For readers of all events and of one tenant's events in log order; on SQLite that is the order of `seq`.
      table.index(['transaction', 'seq'])
      table.index(['tenant_id', 'transaction', 'seq'])
    })
    this.protect('middleware_events')
    if (!this.postgres) return
    this.schema.raw(`create sequence middleware_event_turns owned by middleware_events.transaction`)
    this.schema.raw(takeTurn)
    this.schema.raw(settledTurn)
    this.schema.raw(
      'alter table middleware_events alter column transaction set default take_event_turn()'
    )
  }

  /** Rows stay until the consumer has handled the event or a person drops it, and are then deleted immediately. */
  #createParkedEvents(): void {
    this.createTenantTable(
      'parked_events',
      (table) => {
        table.string('consumer', 100).notNullable()
        table.string('event_id', 36).notNullable()
        table.string('event_type', 100).notNullable()
        // The event's position in the log: the order of the line.
        table.bigInteger('transaction').notNullable()
        table.bigInteger('seq').notNullable()
        table.string('state', 10).notNullable()
        table.integer('tries').notNullable().defaultTo(0)
        table.text('last_error').nullable()
        this.instant(table, 'tried_at').nullable()
        this.instant(table, 'retry_at').nullable()
        table.unique(['consumer', 'event_id'])
        // For lists of a tenant and of all tenants.
        table.index(['tenant_id', 'created_at', 'id'])
        table.index(['created_at', 'id'])
        // For the events of a line, and the tenants with a line.
        table.index(['consumer', 'state', 'tenant_id', 'transaction', 'seq'], 'parked_events_line')
        // For checking whether any consumer has parked an event: parked events stay in the log.
        table.index(['event_id'])
      },
      { nullable: true }
    )
  }
}

/**
 * PostgreSQL: the turn of the current transaction, which orders the log. A transaction takes it with its first
 * event and holds it as an advisory lock until it ends: readers may go up to the lowest turn held. Transaction
 * ids would not do, because their watermark waits for every open transaction of the cluster. The drawing lock is
 * taken before the number, so that a reader always sees one of them. A rollback to a savepoint undoes the setting
 * and the locks alike.
 */
const takeTurn = `
  create function take_event_turn() returns bigint
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
  declare turn bigint := nullif(current_setting('crossdock.event_turn', true), '')::bigint;
  begin
    if turn is not null then return turn; end if;
    perform pg_advisory_xact_lock_shared(${lockSpace.log}, 0);
    turn := nextval('public.middleware_event_turns');
    perform pg_advisory_xact_lock_shared(turn);
    perform set_config('crossdock.event_turn', turn::text, true);
    return turn;
  end $$`

/**
 * All turns below the returned one have ended: their events are visible to every later statement (a commit is
 * visible before its locks are released), or never will be. Null while a writer draws a number. The next number
 * is read first: a later writer gets it or a higher one.
 */
const settledTurn = `
  create function settled_event_turn() returns bigint
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
  declare next_turn bigint; lowest bigint; drawing boolean;
  begin
    select last_value + is_called::int into next_turn from public.middleware_event_turns;
    select min(turn), coalesce(bool_or(turn is null), false) into lowest, drawing from (
      select min((classid::bigint << 32) | objid::bigint) filter (where objsubid = 1) as turn
      from pg_locks
      where locktype = 'advisory' and mode = 'ShareLock' and granted
        and database = (select oid from pg_database where datname = current_database())
        and (objsubid = 1 or (classid = ${lockSpace.log} and objid = 0))
      group by virtualtransaction
      having bool_or(objsubid = 2)
    ) writers;
    if drawing then return null; end if;
    return least(next_turn, coalesce(lowest, next_turn));
  end $$`
