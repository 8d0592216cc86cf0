import type { Environment, EnvironmentVariable } from '@crossdock/client'

const at = (ms: number) => new Date(Date.now() + ms).toISOString()
const hour = 3_600_000

export const variable = (
  name: string,
  rest: Partial<EnvironmentVariable> = {}
): EnvironmentVariable => ({
  id: `var_${name}`,
  tenantId: 'ten_1',
  environmentId: 'env_1',
  name,
  value: 'value',
  isSecret: false,
  description: null,
  useCount: 0,
  usedBy: [],
  createdAt: at(-48 * hour),
  updatedAt: at(-2 * hour),
  updatedBy: 'usr_1',
  ...rest,
})

const uses = [
  { type: 'system', id: 'sys_1', name: 'Harbour ERP' },
  { type: 'endpoint', id: 'end_1', name: 'Create order' },
  { type: 'workflow', id: 'wf_1', name: 'Invoice intake' },
]

export const variables: EnvironmentVariable[] = [
  variable('ERP_HOST', {
    value: 'erp.harbour.example',
    description: 'Where the ERP answers',
    useCount: 4,
    usedBy: uses,
  }),
  variable('ERP_KEY', { value: null, isSecret: true, useCount: 1, usedBy: [uses[0]!] }),
  variable('GREETING', { value: 'Dear {variables.PARTNER},\nyour order is on its way.' }),
  variable('NOTHING', { value: '' }),
]

export const environments = [
  { id: 'env_1', name: 'production', displayName: 'Production' },
] as Environment[]
