/** A scan of a growing table that is allowed. */
export interface Allowed {
  name: string
  /** What it is told by: "route, what is asked of it: statement", without quotes and values. */
  is: RegExp
  why: string
  /** The database on which alone it happens. */
  only?: 'sqlite' | 'pg'
}

export const allowed: Allowed[] = [
  {
    name: 'people by role, or switched off',
    is: / from users where users\.tenant_id = \? and (role|is_active) = \? order by /,
    why: 'One pass over the people of a tenant: thousands at the very most, and few of a role.',
  },
  {
    name: 'sorted by id',
    is: / sort id: select .* order by id (asc|desc) limit/,
    why: 'No screen sorts by id, and an index for it alone would cost every row that is written.',
    only: 'sqlite',
  },
  {
    name: 'versions of one file by their ids',
    is: / from asset_versions where asset_versions\.tenant_id = \? and asset_id = \? and id in /,
    why: 'The versions of one file are looked through: hundreds.',
    only: 'sqlite',
  },
  {
    name: 'the trash by name',
    is: / from assets where assets\.tenant_id = \? and trashed_at is not null order by name /,
    why: 'Reads the trash and nothing else, and people empty it.',
  },
  {
    name: 'activity of all tenants, narrowed',
    is: / from activity_logs where (user_id|entity_id|entity_type) /,
    why: 'The operator, outside of any tenant. Inside of one, which X-Tenant names, an index answers.',
    only: 'pg',
  },
  {
    name: 'what is parked, narrowed',
    is: / from parked_events where .*(consumer|event_id|event_type|state) /,
    why: 'Trouble that somebody looks after: where nothing is wrong the table is empty.',
  },
  {
    name: 'what is parked, counted up to ten thousand',
    is: /: select count\(\*\) as total from \(select id from parked_events .*limit \?\) as some$/,
    why: 'It ends there.',
    only: 'pg',
  },
  {
    name: 'failed jobs, narrowed',
    is: / from jobs where (jobs\.tenant_id = \? and )?failed_at is not null and (state|name|id) /,
    why: 'Trouble that somebody looks after, of the last thirty days.',
  },
]

/**
 * FOR NOW, until what replaces them is merged: empty this list then, and take it away. A test fails as soon as one of
 * these no longer happens.
 */
export const forNow: Allowed[] = [
  {
    name: 'totals',
    is: /: select count\(\*\) as total from \w+( where |$)/,
    why: 'Until totals of long lists are asked for apart or bounded (kernel/http/page.ts).',
  },
  {
    name: 'pages in the middle',
    is: / middle: select /,
    why: 'Until pages are cut by keyset (kernel/http/page.ts).',
  },
  {
    name: 'search',
    is: /: select .*lower\(/,
    why: 'Until search goes by an index (kernel/search).',
  },
  {
    name: 'figures',
    is: /: select .*(group by|avg\()/,
    why: 'Until statistics, dashboard and figures of tenants come from counters.',
  },
]
