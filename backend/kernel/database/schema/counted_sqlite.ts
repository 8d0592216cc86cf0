import { apartHours, countersTable, triggersOf, type Counting, type Dialect } from './counting.js'

const into = `insert into ${countersTable} (tenant_id, counter, bucket, key, slot, n, valued, total)`

const onTop = `on conflict (tenant_id, counter, bucket, key, slot) do update set
  n = n + excluded.n, valued = valued + excluded.valued, total = total + excluded.total`

/** Returns a statement that adds or subtracts a row's contribution. SQLite has one writer, so one slot is enough. */
function add(counting: Counting, row: 'new' | 'old', sign: '+' | '-'): string {
  const { counter, bucket, key } = counting
  const value = counting.value(row)
  // Rows deleted with their tenant are not subtracted, because the tenant's counters are gone.
  const held = sign === '-' ? `exists (select 1 from tenants where id = ${row}.tenant_id)` : 'true'
  return `${into}
    select ${row}.tenant_id, '${counter}', ${bucket(row)}, ${key(row)}, 0,
      ${sign}1, ${sign}(${value} is not null), ${sign}coalesce(${value}, 0)
    where ${held}
    ${onTop};`
}

/**
 * Returns the triggers of a counter. They contain its conditions, so a write that affects no counter costs one
 * comparison.
 */
function triggers(table: string, counting: Counting): string[] {
  const { counter, columns, counts } = counting
  const changed = columns.map((column) => `old.${column} is not new.${column}`).join(' or ')
  const trigger = (event: string, times: string, when: string, body: string) =>
    `create trigger ${triggersOf(counter)}_${event} after ${times} on ${table} when ${when} begin ${body} end`
  const update = `update of ${columns.join(', ')}`
  return [
    trigger('insert', 'insert', counts('new'), add(counting, 'new', '+')),
    trigger('delete', 'delete', counts('old'), add(counting, 'old', '-')),
    trigger('enter', update, `${counts('new')} and (${changed})`, add(counting, 'new', '+')),
    trigger('leave', update, `${counts('old')} and (${changed})`, add(counting, 'old', '-')),
  ]
}

export const sqliteCounting: Dialect = {
  // Times are ISO texts, whose first 13 characters are the hour.
  hourOf: (column) => `substr(${column}, 1, 13)`,

  literal: (value) =>
    typeof value === 'boolean' ? String(Number(value)) : `'${value.replaceAll("'", "''")}'`,

  begin: (table, countings) =>
    countings.flatMap((counting) => [
      ...triggers(table, counting),
      countPresentRows(table, counting),
    ]),

  end: (_, counters) =>
    counters.flatMap((counter) => [
      ...['insert', 'delete', 'enter', 'leave'].map(
        (event) => `drop trigger ${triggersOf(counter)}_${event}`
      ),
      `delete from ${countersTable} where counter = '${counter}'`,
    ]),
}

function countPresentRows(table: string, counting: Counting): string {
  const { counter, counts, bucket, key, value } = counting
  const apart = `strftime('%Y-%m-%dT%H', 'now', '-${apartHours} hours')`
  return `${into}
    select r.tenant_id, '${counter}',
      case when ${bucket('r')} < ${apart} then '' else ${bucket('r')} end, ${key('r')}, 0,
      count(*), count(${value('r')}), coalesce(sum(${value('r')}), 0)
    from ${table} r where ${counts('r')} group by 1, 2, 3, 4`
}
