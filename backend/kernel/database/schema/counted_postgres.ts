import { apartHours, countersTable, triggersOf, type Counting, type Dialect } from './counting.js'

const counters = `public.${countersTable}`
const into = `insert into ${counters} (tenant_id, counter, bucket, key, slot, n, valued, total)`

const onTop = `on conflict (tenant_id, counter, bucket, key, slot) do update set n = counters.n + excluded.n,
  valued = counters.valued + excluded.valued, total = counters.total + excluded.total`

/**
 * Each session counts in rows of its own. So concurrent transactions of one tenant neither wait for each other
 * nor deadlock. And a counter never causes PostgreSQL to refuse a repeatable-read transaction (`If-Match`).
 */
const slot = 'pg_backend_pid()'

/**
 * Returns one row's contribution to a counter: tenant, counter, hour, key, whether it counts, and 1 or -1 with
 * its number.
 */
const part = (counting: Counting, row: string, sign: 1 | -1) =>
  `(${row}.tenant_id, '${counting.counter}', ${counting.bucket(row)}, ${counting.key(row)},
    ${counting.counts(row)}, ${sign}, ${counting.value(row)}::bigint)`

/** Returns a statement that adds up all contributions to each counter. */
function addUp(parts: string[], from: string, { at = slot, and = '' } = {}): string {
  return `${into}
    select p.tenant_id, p.counter, p.bucket, p.key, ${at},
      sum(p.sign), coalesce(sum(p.sign) filter (where p.value is not null), 0), coalesce(sum(p.sign * p.value), 0)
    from ${from} (values ${parts.join(', ')}) as p(tenant_id, counter, bucket, key, counts, sign, value)
    where p.counts ${and} group by 1, 2, 3, 4 ${onTop}`
}

/**
 * True if the tenant still exists. Rows deleted with their tenant are not subtracted, because the tenant's
 * counters are gone.
 */
const tenantExists = 'and exists (select from public.tenants t where t.id = p.tenant_id)'

function bodies(all: readonly Counting[]) {
  const each = (row: string, sign: 1 | -1) => all.map((counting) => part(counting, row, sign))
  return {
    // Each counter is written once per statement, whatever the number of rows.
    insert: addUp(each('r', 1), 'added r cross join lateral'),
    delete: addUp(each('r', -1), 'gone r cross join lateral', { and: tenantExists }),
    update: addUp([...each('new', 1), ...each('old', -1)], ''),
  }
}

export const postgresCounting: Dialect = {
  hourOf: (column) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24')`,

  literal: (value) =>
    typeof value === 'boolean' ? String(value) : `'${value.replaceAll("'", "''")}'`,

  begin(table, all) {
    const name = triggersOf(all[0]!.counter)
    const columns = [...new Set(all.flatMap((counting) => counting.columns))]
    const trigger = (event: keyof typeof events, how: string) =>
      `create trigger ${name}_${event} after ${events[event]} on ${table} ${how}
       execute function ${name}_${event}()`
    const events = { insert: 'insert', delete: 'delete', update: `update of ${columns.join(', ')}` }
    return [
      ...Object.entries(bodies(all)).map(
        ([event, body]) =>
          `create function ${name}_${event}() returns trigger language plpgsql as $$
           begin ${body}; return null; end $$`
      ),
      trigger('insert', 'referencing new table as added for each statement'),
      trigger('delete', 'referencing old table as gone for each statement'),
      trigger('update', `for each row when (${all.map(isChanged).join(' or ')})`),
      // Create the triggers first: their lock lasts until the commit, so no write can come in between.
      ...withAllRowsVisible(table, countPresentRows(table, all)),
    ]
  },

  end(table, all) {
    const name = triggersOf(all[0]!)
    const events = ['insert', 'delete', 'update']
    const names = all.map((counter) => `'${counter}'`).join(', ')
    return [
      ...events.map((event) => `drop trigger ${name}_${event} on ${table}`),
      ...events.map((event) => `drop function ${name}_${event}()`),
      ...withAllRowsVisible(table, `delete from ${counters} where counter in (${names})`),
    ]
  },
}

/** Whether an update changes a row's contribution to a counter. */
function isChanged({ columns, counts }: Counting): string {
  const differ = columns.map((column) => `old.${column} is distinct from new.${column}`)
  return `((${counts('old')} or ${counts('new')}) and (${differ.join(' or ')}))`
}

/**
 * Lets the owner see all rows during the statement. Forced row-level security would hide every row from the
 * owner, too.
 */
function withAllRowsVisible(table: string, statement: string): string[] {
  const each = (how: string) =>
    [table, counters].map((name) => `alter table ${name} ${how} row level security`)
  return [...each('no force'), statement, ...each('force')]
}

function countPresentRows(table: string, all: readonly Counting[]): string {
  const apart = `to_char((now() at time zone 'UTC') - interval '${apartHours} hours', 'YYYY-MM-DD"T"HH24')`
  const early = all.map((counting) => {
    const bucket = (row: string) =>
      `case when ${counting.bucket(row)} collate "C" < ${apart} then '' else ${counting.bucket(row)} end`
    return part({ ...counting, bucket }, 'r', 1)
  })
  return addUp(early, `${table} r cross join lateral`, { at: '0' })
}
