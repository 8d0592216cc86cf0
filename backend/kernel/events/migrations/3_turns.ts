import { lockSpace } from '../../database/advisory_locks.js'
import { Schema } from '../../database/index.js'

/**
 * PostgreSQL: the order of the log no longer hangs on transaction ids, whose watermark waits for every
 * open transaction of the cluster. A transaction takes a turn when it writes its first event, and
 * holds it, as an advisory lock, until it has ended: the lowest turn held is how far readers may go.
 */
export default class extends Schema {
  override async up() {
    if (!this.postgres) return
    this.schema.raw(`create sequence middleware_event_turns owned by middleware_events.transaction`)
    // Behind everything that was written, and everything that was read, by transaction ids.
    this.schema.raw(`
      select setval('middleware_event_turns', greatest(
        (select coalesce(max(transaction), 0) from middleware_events),
        (select coalesce(max(transaction), 0) from event_cursors)
      ) + 1, false)`)
    this.schema.raw(takeTurn)
    this.schema.raw(settledTurn)
    this.schema.raw(
      'alter table middleware_events alter column transaction set default take_event_turn()'
    )
  }

  override async down() {
    if (!this.postgres) return
    this.schema.raw(
      `alter table middleware_events
       alter column transaction set default (pg_current_xact_id()::text::bigint)`
    )
    this.schema.raw('drop function settled_event_turn()')
    this.schema.raw('drop function take_event_turn()')
    this.schema.raw('drop sequence middleware_event_turns')
  }
}

/**
 * The turn of the current transaction. That it is about to take one is said before the number is
 * drawn, so that nobody can look in between and see neither. A rollback to a savepoint takes back
 * note and locks alike.
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
 * All turns below the returned one have ended: their events are visible to every statement that
 * begins from now on (a commit is visible before its locks are released), or never will be. Null
 * while somebody is drawing a number. The next number is read first: whoever draws later gets it or
 * a higher one.
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
