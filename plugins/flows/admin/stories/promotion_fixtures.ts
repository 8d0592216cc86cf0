import type { Environment, Promotion } from '@crossdock/client'
import { sample } from '../../../../admin/.storybook/sample.js'
import { ago } from './fixtures.js'

const environment = (name: Environment['name'], displayName: string): Environment =>
  sample('Environment', { id: `env_${name}`, name, displayName, isActive: true })

export const environments = [
  environment('development', 'Development'),
  environment('testing', 'Testing'),
  environment('production', 'Production'),
]

const item = (part: Partial<Promotion['items'][number]>): Promotion['items'][number] => ({
  kind: 'systems',
  name: 'Zeta WMS',
  sourceId: 'sys_zeta',
  targetId: 'sys_zeta_test',
  action: 'same',
  byName: false,
  changes: [],
  ...part,
})

export const plan: Promotion = sample('Promotion', {
  id: null,
  sourceId: 'env_production',
  sourceName: 'Production',
  targetId: 'env_development',
  targetName: 'Development',
  plan: 'a'.repeat(32),
  createdAt: null,
  promotedBy: null,
  promotedByName: null,
  undoneAt: null,
  undoneBy: null,
  undoneByName: null,
  items: [
    item({}),
    item({
      kind: 'endpoints',
      name: 'Post goods receipt',
      sourceId: 'end_receipt',
      action: 'update',
      byName: true,
      changes: [{ field: 'path', from: '/receipt', to: '/receipts' }],
    }),
    item({
      kind: 'workflows',
      name: 'Invoice intake',
      sourceId: 'wf_intake',
      action: 'update',
      changes: [
        { field: 'steps.2', from: null, to: 'Update metadata' },
        { field: 'steps.3.branches.yes.1', from: 'Call partner', to: null },
        { field: 'steps.1.config.params', from: null, to: 'number: 7' },
      ],
    }),
    item({
      kind: 'endpoints',
      name: 'Get stock',
      sourceId: 'end_stock',
      targetId: null,
      action: 'create',
    }),
  ],
  warnings: [
    {
      code: 'variable_missing',
      kind: 'systems',
      name: 'Zeta WMS',
      message:
        'Zeta WMS uses the variable ZETA_HOST, which the target does not have. Add it there.',
    },
  ],
})

export const promotion: Promotion = {
  ...plan,
  id: 'pro_1',
  plan: null,
  createdAt: ago(12),
  promotedBy: 'usr_2',
  promotedByName: 'Rey Ode',
}

export const undone: Promotion = {
  ...promotion,
  id: 'pro_0',
  createdAt: ago(90),
  undoneAt: ago(80),
  undoneBy: 'usr_2',
  undoneByName: 'Rey Ode',
}
