import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { quote, type Roles } from './roles.js'
import { keepsTexts } from './text_index_postgres.js'
import { backupSetting, everyTenant, tenantSetting } from './tenant_setting.js'

interface Table {
  name: string
  owner: string
  /** Has a tenant_id. */
  owned: boolean
  forced: boolean
  /** As `name:role,role`, those of ours only. */
  policies: string[]
  granted: boolean
  /** The tenant role reads it only. */
  kept: boolean
  /** Sequences of its columns. */
  sequences: string[]
}

/** Comment on tables whose rows belong to tenants and are written by the operator alone. */
export const writtenByOperator = 'crossdock: written by the operator'

// The sub-select is evaluated once a query, not once a row.
const setting = `(select current_setting('${tenantSetting}', true))`

const dumping = `(select current_setting('${backupSetting}', true))`

interface Policy {
  to: string
  condition: string
  reads?: true
}

/**
 * Sees to it that every table with a `tenant_id`, and `tenants` itself, is under row-level security
 * and that the two roles have the rights they need and no others: the tenant role cannot touch
 * `tenants` or anything that belongs to no tenant, neither may see how far the schema is. Tables of
 * others in the same database are left alone. One query when all is in place.
 * @param roles null where there are none: then the login itself is under the policies.
 */
export async function raiseWall(
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
  // Whoever owns the tables could lift the wall; a dump is made without, and only where it says what it is.
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
 * The tables the migrating login owns, without the migrator's own and those of texts, which no role may touch;
 * `<table>_tenant` are policies of older versions.
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
        and p.policyname in ('tenant_rows', 'operator_rows', 'dumped_rows', 'login_rows', c.relname || '_tenant')
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
    and obj_description(c.oid, 'pg_class') is distinct from '${keepsTexts}'
  order by c.relname`
