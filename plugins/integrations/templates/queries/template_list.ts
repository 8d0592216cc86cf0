import type { ListDefinition } from '@crossdock/kernel/lists'

export const templateList: ListDefinition = {
  resource: 'contract-templates',
  filters: {
    search: 'text',
    category: 'text',
    systemType: 'text',
    isGlobal: 'boolean',
    isActive: 'boolean',
  },
  sorts: { name: 'name', category: 'category', version: 'version', updatedAt: 'updated_at' },
  defaultSort: ['name', 'asc'],
}
