import type { ApiToken, Environment } from '@crossdock/client'

const hour = 3_600_000
const day = 24 * hour
const at = (ms: number) => new Date(Date.now() + ms).toISOString()

export const token = (name: string, rest: Partial<ApiToken> = {}): ApiToken => ({
  id: `tok_${name}`,
  tenantId: 'ten_1',
  userId: 'usr_1',
  owner: 'Mara Lindqvist',
  parentId: null,
  name,
  scopes: ['assets.read'],
  prefix: 'cdk_Ab3dE9',
  expiresAt: at(60 * day + hour),
  lastUsedAt: null,
  lastUsedIp: null,
  environmentId: null,
  isActive: true,
  status: 'active',
  createdAt: at(-30 * day),
  ...rest,
})

export const tokens: ApiToken[] = [
  token('warehouse sync', {
    scopes: ['assets.read', 'assets.write', 'flows.read', 'flows.run'],
    lastUsedAt: at(-5 * 60_000),
    lastUsedIp: '203.0.113.24',
  }),
  token('nightly report', { expiresAt: at(4 * day + hour), lastUsedAt: at(-9 * hour) }),
  token('label printer', { expiresAt: at(20 * hour), scopes: [] }),
  token('customs desk', {
    userId: 'usr_2',
    owner: 'Ida Falk',
    expiresAt: null,
    lastUsedAt: at(-2 * day),
    lastUsedIp: '2001:db8::24',
  }),
  token('old scanner', { expiresAt: at(-3 * day), status: 'expired' }),
  token('lost laptop', { isActive: false, status: 'revoked' }),
]

export const environments = [
  { id: 'env_1', name: 'production', displayName: 'Production' },
] as Environment[]

export const permissions = [
  { name: 'assets.read', description: 'See files and folders', domain: 'assets' },
  { name: 'assets.write', description: 'Change files and folders', domain: 'assets' },
  { name: 'flows.read', description: 'See workflows and their runs', domain: 'flows' },
  { name: 'flows.run', description: 'Start workflows', domain: 'flows' },
]
