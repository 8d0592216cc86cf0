import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { quote, type Roles } from './roles.js'
import { backupSetting, everyTenant, tenantSetting } from './tenant_setting.js'

interface Table {
  name: string
  owner: string
  /** Whether the table has a `tenant_id` column. */
  owned: boolean
  forced: boolean
  /** Crossdock's own policies, as `name:role,role`. */
  policies: string[]
  granted: boolean
  /** Whether the tenant role may only read the table. */
  kept: boolean
  /** Sequences of the table's columns. */
  sequences: string[]
}

/** Comment on side tables with indexed texts. */
export const textIndexComment = 'crossdock: texts to search'

/** Comment on tenant-owned tables that only the operator writes. */
export const writtenByOperator = 'crossdock: written by the operator'

// PostgreSQL evaluates the sub-select once per query, not once per row.
const setting = `(select current_setting('${tenantSetting}', true))`

const dumping = `(select current_setting('${backupSetting}', true))`

interface Policy {
  to: string
  condition: string
  reads?: true
}

/**
 * Makes sure that `tenants` and every table with a `tenant_id` have row-level security. Gives the two roles
 * exactly the privileges they need. The tenant role can write neither `tenants` nor rows without a tenant.
 * Neither role can read the schema version. Tables of other programs in the same database are left alone. If
 * nothing has to change, this is one query.
 * @param roles null without roles: the policies then apply to the login itself
 */
export async function enforceIsolation(
  trx: TransactionClientContract,
  roles: Roles | null
): Promise<void> {
  const { rows } = await trx.rawQuery(catalog, [roles?.tenant ?? '', roles?.operator ?? ''])
  const statements = (rows as Table[]).flatMap((table) => [
    ...policyStatements(table, roles),
    ...grantStatements(table, roles),
  ])
  if (roles && statements.length > 0) {
    statements.unshift(`grant usage on schema public to ${both(roles)}`)
  }
  if (statements.length > 0) await trx.rawQuery(statements.join(';\n'))
}

function policyStatements(table: Table, roles: Roles | null): string[] {
  if (!table.owned && table.name !== 'tenants') return []
  const name = quote(table.name)
  const ofTenant = `${table.owned ? 'tenant_id' : 'id'} = ${setting}`
  // Lets the owner read all rows for a dump, but only with an explicit setting. The owner could disable
  // row-level security anyway.
  const forDumps = { to: table.owner, condition: `${dumping} = 'on'`, reads: true } as const
  const wanted: Record<string, Policy> = roles
    ? {
        tenant_rows: { to: roles.tenant, condition: ofTenant },
        operator_rows: { to: roles.operator, condition: 'true' },
        dumped_rows: forDumps,
      }
    : {
        dumped_rows: forDumps,
        login_rows: { to: 'public', condition: `(${ofTenant} or ${setting} = '${everyTenant}')` },
      }
  const isWanted = (policy: string) =>
    Object.entries(wanted).some(([policyName, { to }]) => policy === `${policyName}:${to}`)
  return [
    ...(table.forced
      ? []
      : [`alter table ${name} enable row level security, force row level security`]),
    ...table.policies
      .filter((policy) => !isWanted(policy))
      .map((policy) => `drop policy ${quote(policy.slice(0, policy.indexOf(':')))} on ${name}`),
    ...Object.entries(wanted)
      .filter(([policyName, { to }]) => !table.policies.includes(`${policyName}:${to}`))
      .map(
        ([policyName, { to, condition, reads }]) =>
          `create policy ${policyName} on ${name} ${reads ? 'for select ' : ''}to ${to === 'public' ? to : quote(to)}
           using (${condition})${reads ? '' : ` with check (${condition})`}`
      ),
  ]
}

function grantStatements(table: Table, roles: Roles | null): string[] {
  if (!roles || table.granted) return []
  const name = quote(table.name)
  const all = 'select, insert, update, delete'
  const [tenant, operator] = [quote(roles.tenant), quote(roles.operator)]
  const readOnly = table.kept || table.name === 'tenants'
  const ofTenant = readOnly ? 'select' : table.owned ? all : null
  return [
    `revoke all on ${name} from ${tenant}`,
    `grant ${all} on ${name} to ${operator}`,
    ...(ofTenant ? [`grant ${ofTenant} on ${name} to ${tenant}`] : []),
    ...table.sequences.map(
      (sequence) =>
        `grant usage on sequence ${quote(sequence)} to ${ofTenant ? both(roles) : operator}`
    ),
  ]
}

const both = ({ tenant, operator }: Roles) => `${quote(tenant)}, ${quote(operator)}`

/**
 * Lists the tables of the migrating login. Omits the migrator's own tables and the text tables, which no role
 * may access.
 */
const catalog = `
  with roles(tenant, operator) as (values (?::text, ?::text))
  select c.relname as name,
    current_user::text as owner,
    a.attname is not null as owned,
    c.relrowsecurity and c.relforcerowsecurity as forced,
    array(
      select p.policyname || ':' || array_to_string(p.roles, ',') from pg_policies p
      where p.schemaname = 'public' and p.tablename = c.relname
        and p.policyname in ('tenant_rows', 'operator_rows', 'dumped_rows', 'login_rows')
    ) as policies,
    coalesce(has_table_privilege(r.operator, c.oid, 'DELETE')
      and (has_table_privilege(r.tenant, c.oid, 'SELECT')
        or (a.attname is null and c.relname <> 'tenants'))
      and has_table_privilege(r.tenant, c.oid, 'INSERT') = (a.attname is not null and not k.kept), false)
      as granted,
    k.kept,
    array(
      select s.relname from pg_depend d
      join pg_class s on s.oid = d.objid and s.relkind = 'S'
      where d.refobjid = c.oid and d.classid = 'pg_class'::regclass
        and d.refclassid = 'pg_class'::regclass and d.deptype in ('a', 'i')
    )::text[] as sequences
  from pg_class c
  cross join roles
  left join pg_roles t on t.rolname = roles.tenant
  left join pg_roles o on o.rolname = roles.operator
  cross join lateral (select t.oid as tenant, o.oid as operator) as r
  cross join lateral (
    select coalesce(obj_description(c.oid, 'pg_class') = '${writtenByOperator}', false) as kept
  ) as k
  left join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped
  where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
    and c.relowner = (select oid from pg_roles where rolname = current_user)
    and c.relname not in ('adonis_schema', 'adonis_schema_versions')
    and obj_description(c.oid, 'pg_class') is distinct from '${textIndexComment}'
  order by c.relname`
