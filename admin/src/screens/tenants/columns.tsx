import type { Tenant } from '@crossdock/client'
import { formatInteger, RelativeTime, type ListColumn } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { TenantName } from './TenantName.js'
import { TenantStatus } from './TenantStatus.js'

/** The columns of the list of tenants. */
export function useTenantColumns(): ListColumn<Tenant>[] {
  const translate = useTranslate()
  const label = (key: string) => translate(`tenants.column.${key}`)
  return [
    {
      source: 'name',
      label: label('tenant'),
      sortable: true,
      width: '36%',
      card: 'title',
      render: (tenant) => <TenantName tenant={tenant} />,
    },
    {
      source: 'activeUsers',
      label: label('users'),
      align: 'right',
      render: ({ activeUsers }) => formatInteger(activeUsers),
    },
    {
      source: 'storageUsed',
      label: label('storage'),
      align: 'right',
      render: ({ storageUsed }) => storageUsed,
    },
    {
      source: 'totalAssets',
      label: label('assets'),
      align: 'right',
      render: ({ totalAssets }) => formatInteger(totalAssets),
    },
    {
      source: 'updatedAt',
      label: label('lastActive'),
      sortable: true,
      firstOrder: 'DESC',
      render: ({ updatedAt }) => <RelativeTime time={updatedAt} />,
    },
    {
      source: 'status',
      label: label('status'),
      sortable: true,
      render: ({ status }) => <TenantStatus status={status} />,
    },
  ]
}
