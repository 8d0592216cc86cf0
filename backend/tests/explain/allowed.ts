/** A scan of a growing table that is allowed. */
export interface Allowed {
  name: string
  /** Matches the scan: "route, parameters: statement", without quotes and values. */
  is: RegExp
  why: string
  /** The only database on which it happens. */
  only?: 'sqlite' | 'pg'
  /** Whether it happens depends on the number of rows, or on the planner's statistics. */
  sometimes?: true
}

export const allowed: Allowed[] = [
  {
    name: 'number of rows',
    is: /: select count\(\*\) as total from (\(select id from \w+ .*limit \?\) as fitting$|\w+( where |$))/,
    why: 'Usually it stops at ten thousand rows. A full count is cached for twenty times its duration, and on SQLite a slow count runs in the reader process.',
  },
  {
    name: 'number of files or events that match a filter, up to ten thousand',
    is: /^GET \/(assets filter (tag|metadata|starred)|events filter (eventType|group|status)): select count\(\*\) as found from \(select id from .* limit 10001\) as fitting$/,
    why: 'It stops there, and reads entries of one index.',
    only: 'pg',
  },
  {
    name: 'number of jobs in each state, up to ten thousand',
    is: /^GET \/system: select \(select count\(\*\) from \(select 1 from jobs where state = /,
    why: 'It stops there, and only the operator requests it.',
    only: 'pg',
  },
  {
    name: 'whether a term of a search is common',
    is: / filter search: with indexed as materialized /,
    why: 'It stops at ten thousand, in an index of the texts.',
    only: 'pg',
  },
  {
    name: 'hourly counters of runs',
    is: /: select sum\(n\) as n, sum\(valued\) as valued, sum\(total\) as total, .* from counters where /,
    why: 'One row for each hour of thirty days and each outcome, regardless of the number of runs. PostgreSQL scans a table of a few thousand rows, and uses the index for more.',
    only: 'pg',
  },
  {
    name: 'notifications of one kind for a person',
    is: /^GET \/notifications filter kind: select \* from notifications where notifications.tenant_id = \? and user_id = \? /,
    why: "One pass over a person's notifications, which are kept for ninety days: hundreds.",
    only: 'pg',
  },
  {
    name: 'start of a page in the middle',
    is: / middle: select (\w+, )?id from \w+ (where|order) /,
    why: 'Read from an index, once for all following pages (kernel/lists/places.ts). On SQLite a slow lookup runs in the reader process.',
  },
  {
    name: 'people by role, status, second factor, or last sign-in',
    is: / from users where users\.tenant_id = \? and (role =|role in|is_active =|has_second_factor =|last_login_at <|last_login_at >=) \(?[?, ]+\)? ?order by /,
    why: 'One pass over the people of a tenant: thousands at most, and few per role.',
  },
  {
    name: 'whether there are more people than the export limit',
    is: /^GET \/users\/export: select email, id from users /,
    why: 'Reads up to a hundred thousand index entries, and the export then reads all of them.',
  },
  {
    name: 'sorted by id',
    is: / sort id: select .* order by id (asc|desc) limit/,
    why: 'No screen sorts by id, and a separate index would slow every write.',
    only: 'sqlite',
  },
  {
    name: 'versions of one file by their ids',
    is: / from asset_versions where asset_versions\.tenant_id = \? and asset_id = \? and id in /,
    why: 'Scans the versions of one file: hundreds.',
    only: 'sqlite',
  },
  {
    name: 'contents of a folder for a zip',
    is: /^GET \/assets\/zip: with recursive below/,
    why: 'All rows are in the answer. More than a hundred thousand are refused.',
    only: 'pg',
    sometimes: true,
  },
  {
    name: 'tags far from the first',
    is: /^GET \/tags middle: with recursive found/,
    why: 'Reads an index tag by tag, not file by file.',
    only: 'pg',
  },
  {
    name: 'the trash by name',
    is: / from assets where assets\.tenant_id = \? and trashed_at is not null and purged_at is null order by name_key /,
    why: 'Reads only the trash, which people empty.',
  },
  {
    name: 'filtered activity of all tenants',
    is: / from activity_logs where (user_id|entity_id|entity_type|event_type) /,
    why: 'Only for the operator outside of a tenant. In a tenant (X-Tenant) an index is used.',
    only: 'pg',
  },
  {
    name: 'the newest ten thousand events, without a matching index',
    is: /^GET \/events filter (eventType|group|search|targetId|targetType|sourceType|sourceId|actorType|actorId|environmentId|causeId): select (\*|id|seq, created_at|count\(\*\) as total) from /,
    why: 'The scan stops there. Across tenants it also serves filters whose index starts with the tenant.',
  },
  {
    name: 'filtered parked events',
    is: / from parked_events where .*(consumer|event_id|event_type|state) /,
    why: 'Errors that an operator handles. The table is normally empty.',
  },
  {
    name: 'number of parked or failed entries, up to ten thousand',
    is: /: select count\(\*\) as total from \(select id from (parked_events|jobs) .*limit \?\) as some$/,
    why: 'It stops there.',
  },
  {
    name: 'filtered failed jobs',
    is: / from jobs where (jobs\.tenant_id = \? and )?failed_at is not null and (state|name|id) /,
    why: 'Errors of the last thirty days, which an operator handles.',
  },
  {
    name: 'stars of a person',
    is: /^GET \/assets filter starred: with fitting as materialized /,
    why: 'Up to ten thousand are counted with their page, and the test has fewer.',
    sometimes: true,
  },
]
