import { clock, ask, dialect, newId, now, unscoped } from '@crossdock/kernel/database'
import { domainsIn, isAllowedAddress } from '@crossdock/backend/tenants'
import { Cache } from '@crossdock/kernel/cache'
import { settings } from '@crossdock/kernel/settings'
import { asOperator } from '@crossdock/kernel/tenancy'
import type { Account, Accounts } from '../contracts/index.js'
import { preferencesOf } from './preferences.js'

interface AccountRow {
  id: string
  tenant_id: string | null
  email: string
  first_name: string | null
  last_name: string | null
  role: string
  is_active: boolean | number
  last_login_at: string | null
  created_at: string
  tenant_name: string | null
  tenant_subdomain: string | null
  tenant_status: string | null
  tenant_second_factor: boolean | number | null
  allowed_domains: string | null
  sso_only: boolean | number | null
  session_hours: number | null
}

/** Maximum number of organizations for one address, so that their links fit into a mail and a screen. */
const maxPlaces = 50

/** Super administrators who get mail about the installation. */
const maxOperators = 20

const reason = 'the person must be known before their tenant is'

const columns = [
  'users.id',
  'users.tenant_id',
  'users.email',
  'users.first_name',
  'users.last_name',
  'users.role',
  'users.is_active',
  'users.last_login_at',
  'users.created_at',
  'tenants.name as tenant_name',
  'tenants.subdomain as tenant_subdomain',
  'tenants.status as tenant_status',
  'tenants.second_factor_required as tenant_second_factor',
  'sign_in_rules.allowed_domains as allowed_domains',
  'sign_in_rules.sso_only as sso_only',
  'sign_in_rules.session_hours as session_hours',
]

const users = () =>
  unscoped()
    .from('users')
    .leftJoin('tenants', 'tenants.id', 'users.tenant_id')
    .leftJoin('sign_in_rules', 'sign_in_rules.tenant_id', 'users.tenant_id')
    .select(...columns)

function toAccount(row: AccountRow): Account {
  const isSuperAdmin = row.tenant_id === null && row.role === 'admin'
  const belongs = row.tenant_id !== null ? row.tenant_status === 'active' : isSuperAdmin
  return {
    id: row.id,
    tenantId: row.tenant_id,
    tenantName: row.tenant_name,
    tenantSubdomain: row.tenant_subdomain,
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    role: row.role,
    lastLoginAt: row.last_login_at,
    createdAt: row.created_at,
    label: [row.first_name, row.last_name].filter(Boolean).join(' ') || row.email,
    isSuperAdmin,
    mayEnter: Boolean(row.is_active) && belongs,
    isDeactivated: !row.is_active,
    secondFactorRequiredBy: secondFactorRequiredBy(row),
    isOutside: !isAllowedAddress(row.email, domainsIn(row.allowed_domains)),
    ssoOnly: Boolean(row.sso_only),
    sessionHours: row.session_hours,
  }
}

function secondFactorRequiredBy({ tenant_second_factor: ofTenant }: AccountRow) {
  if (settings.use().REQUIRE_SECOND_FACTOR) return 'operator'
  return ofTenant ? 'tenant' : null
}

async function findAccountIn(email: string, tenantId: string | null): Promise<Account | null> {
  const query = users().where('users.email', email)
  if (tenantId) query.where('users.tenant_id', tenantId)
  else query.whereNull('users.tenant_id')
  const row: AccountRow | null = await query.first()
  return row && toAccount(row)
}

/** Tenants that a text can mean: an id or subdomain matches one, a name may match several. */
async function findTenantIds(organization: string): Promise<string[]> {
  const rows: { id: string; name: string }[] = await unscoped()
    .from('tenants')
    .select('id', 'name')
    .where('id', organization)
    .orWhere('subdomain', organization.toLowerCase())
    .orWhere('name', organization)
    .orderBy('id')
  const exact = rows.find((row) => row.name !== organization || row.id === organization)
  return exact ? [exact.id] : rows.map((row) => row.id)
}

async function resolve(email: string, organization: string | null) {
  if (!organization) return { tenantId: null, account: await findAccountIn(email, null) }
  const candidates = await findTenantIds(organization)
  // Two tenants can have the same name; prefer the one the person belongs to.
  for (const tenantId of candidates) {
    const account = await findAccountIn(email, tenantId)
    if (account) return { tenantId, account }
  }
  return { tenantId: candidates[0] ?? null, account: null }
}

async function ensureSuperAdministrator(email: string): Promise<Account> {
  const time = now()
  await unscoped()
    .insertQuery()
    .table('users')
    .knexQuery.insert({
      id: newId(),
      tenant_id: null,
      email,
      role: 'admin',
      is_active: true,
      created_at: time,
      updated_at: time,
    })
    .onConflict()
    .ignore()
  // The operator who sets ADMIN_EMAIL owns the installation and must not be locked out.
  await unscoped()
    .from('users')
    .where('email', email)
    .whereNull('tenant_id')
    .update({ role: 'admin', is_active: true })
  const account = await findAccountIn(email, null)
  if (!account) throw new Error(`The super administrator ${email} could not be created.`)
  return account
}

function find(userId: string): Promise<Account | null> {
  return asOperator(reason, async () => {
    const row: AccountRow | null = await users().where('users.id', userId).first()
    return row && toAccount(row)
  })
}

/** Fallback for missing events: manual changes in the database become visible after this long. */
const freshMs = 3_000

const remembered = new Cache<Account | null>({
  load: find,
  until: (account) => (account ? clock.now() + freshMs : 0),
  drop({ targetType, targetId }) {
    if (targetType === 'user') return (_, id) => id === targetId
    if (targetType === 'tenant') return (account) => account?.tenantId === targetId
    return undefined
  },
})

export const accountQueries: Accounts = {
  find,
  known: (userId) => remembered.get(userId),

  resolve: (email, organization) => asOperator(reason, () => resolve(email, organization)),

  placesOf: (email) =>
    asOperator(reason, async () => {
      const rows: AccountRow[] = await users()
        .where('users.email', email)
        .orderByRaw('case when users.tenant_id is null then 0 else 1 end')
        .orderBy('tenants.name')
        .orderBy('users.id')
        .limit(maxPlaces)
      return rows.map(toAccount).filter(({ mayEnter }) => mayEnter)
    }),

  superAdministrators: () =>
    asOperator(reason, async () => {
      const rows: AccountRow[] = await users()
        .whereNull('users.tenant_id')
        .where({ 'users.role': 'admin', 'users.is_active': true })
        .orderBy('users.created_at')
        .orderBy('users.id')
        .limit(maxOperators)
      return rows.map(toAccount)
    }),

  closedTo: (email) =>
    asOperator(reason, async () => {
      const rows: AccountRow[] = await users()
        .where('users.email', email)
        .where((closed) =>
          closed.where('users.is_active', false).orWhereNot('tenants.status', 'active')
        )
        .orderBy('tenants.name')
        .orderBy('users.id')
        .limit(maxPlaces)
      return rows.map(toAccount)
    }),

  preferencesOf,

  hold: (userIds) =>
    asOperator(reason, async () => {
      // An SQLite transaction is the only writer anyway.
      if (dialect() !== 'postgres') return
      // Always in the same order, to avoid deadlocks. `no key update` still allows new rows that refer to people.
      const marks = userIds.map(() => '?').join() || 'null'
      await ask(`select id from users where id in (${marks}) order by id for no key update`, [
        ...userIds,
      ])
    }),

  noteSecondFactor: (userId, has) =>
    asOperator(reason, async () => {
      await unscoped().from('users').where('id', userId).update({ has_second_factor: has })
    }),

  noteSignIn: (userId) =>
    asOperator(reason, async () => {
      await unscoped().from('users').where('id', userId).update({ last_login_at: now() })
    }),

  ensureSuperAdministrator: (email) =>
    asOperator('super administrators belong to no tenant', () => ensureSuperAdministrator(email)),
}
