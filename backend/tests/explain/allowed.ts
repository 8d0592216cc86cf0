/** A scan of a growing table that is allowed. */
export interface Allowed {
  name: string
  /** What it is told by: "route, what is asked of it: statement", without quotes and values. */
  is: RegExp
  why: string
  /** The database on which alone it happens. */
  only?: 'sqlite' | 'pg'
  /** It happens among the few rows of npm test alone. */
  few?: true
}

export const allowed: Allowed[] = [
  {
    name: 'how many there are',
    is: /: select count\(\*\) as total from (\(select id from \w+ .*limit \?\) as fitting$|\w+( where |$))/,
    why: 'Up to ten thousand rows it ends there. Then all are counted, it is remembered for twenty times as long as it took, and on SQLite asked aside once it holds anybody up.',
  },
  {
    name: 'how many files or events a filter fits, up to ten thousand',
    is: /^GET \/(assets filter (tag|metadata|starred)|events filter (eventType|group|status)): select count\(\*\) as found from \(select id from .* limit 10001\) as fitting$/,
    why: 'It ends there: entries of one index.',
    only: 'pg',
  },
  {
    name: 'how many jobs there are in each state, up to ten thousand',
    is: /^GET \/system: select \(select count\(\*\) from \(select 1 from jobs where state = /,
    why: 'It ends there, and only the operator asks.',
    only: 'pg',
  },
  {
    name: 'whether a term of a search is common',
    is: / filter search: with indexed as materialized /,
    why: 'It stops at ten thousand, in an index of the texts.',
    only: 'pg',
  },
  {
    name: 'counters of runs by the hour',
    is: /: select sum\(n\) as n, sum\(valued\) as valued, sum\(total\) as total, .* from counters where /,
    why: 'A row for each hour of thirty days and each outcome, however many runs there are. A table of a few thousand rows PostgreSQL reads whole for all organizations; of more it looks each up.',
    only: 'pg',
  },
  {
    name: 'what a person was told of one kind',
    is: /^GET \/notifications filter kind: select \* from notifications where notifications.tenant_id = \? and user_id = \? /,
    why: 'One pass over what one person was told, which is kept for ninety days: hundreds.',
    only: 'pg',
  },
  {
    name: 'where a page in the middle begins',
    is: / middle: select (\w+, )?id from \w+ (where|order) /,
    why: 'Looked up in an index, once for those who read on from there (kernel/http/places.ts), on SQLite aside once it holds anybody up.',
  },
  {
    name: 'people by role, switched off, with or without a second factor, or by when they signed in last',
    is: / from users where users\.tenant_id = \? and (role =|role in|is_active =|has_second_factor =|last_login_at <|last_login_at >=) \(?[?, ]+\)? ?order by /,
    why: 'One pass over the people of a tenant: thousands at the very most, and few of a role.',
  },
  {
    name: 'whether there are more people than an export holds',
    is: /^GET \/users\/export: select email, id from users /,
    why: 'Reads an index up to a hundred thousand, and the export is about to read them all.',
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
    name: 'what a folder holds that is put into a zip',
    is: /^GET \/assets\/zip: with recursive below/,
    why: 'All of it is in the answer; more than a hundred thousand are refused.',
    only: 'pg',
  },
  {
    name: 'tags far from the first',
    is: /^GET \/tags middle: with recursive found/,
    why: 'Goes from tag to tag in an index, not from file to file.',
    only: 'pg',
  },
  {
    name: 'the trash by name',
    is: / from assets where assets\.tenant_id = \? and trashed_at is not null and purged_at is null order by name_key /,
    why: 'Reads the trash and nothing else, and people empty it.',
  },
  {
    name: 'activity of all tenants, narrowed',
    is: / from activity_logs where (user_id|entity_id|entity_type|event_type) /,
    why: 'The operator, outside of any tenant. Inside of one, which X-Tenant names, an index answers.',
    only: 'pg',
  },
  {
    name: 'the newest ten thousand events, where no index finds them',
    is: /^GET \/events filter (eventType|group|search|targetId|targetType|sourceType|sourceId|actorType|actorId|environmentId|causeId): select (\*|id|seq, created_at|count\(\*\) as total) from /,
    why: 'The scan ends there. Across tenants it also serves the filters that have an index of a tenant.',
  },
  {
    name: 'what is parked, narrowed',
    is: / from parked_events where .*(consumer|event_id|event_type|state) /,
    why: 'Trouble that somebody looks after: where nothing is wrong the table is empty.',
  },
  {
    name: 'what is parked or has failed, counted up to ten thousand',
    is: /: select count\(\*\) as total from \(select id from (parked_events|jobs) .*limit \?\) as some$/,
    why: 'It ends there.',
  },
  {
    name: 'failed jobs, narrowed',
    is: / from jobs where (jobs\.tenant_id = \? and )?failed_at is not null and (state|name|id) /,
    why: 'Trouble that somebody looks after, of the last thirty days.',
  },
  {
    name: 'what a person has starred',
    is: /^GET \/assets filter starred: with fitting as materialized /,
    why: 'Up to ten thousand are counted with the page that shows them, and here are not as many.',
    few: true,
  },
]
