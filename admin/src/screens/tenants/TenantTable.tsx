import type { Tenant } from '@crossdock/client'
import { formatInteger, RelativeTime, ScreenReaderOnly } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { DataTable } from 'react-admin'
import { TenantHead } from './TenantHead.js'
import { TenantName } from './TenantName.js'
import { TenantRowActions } from './TenantRowActions.js'
import { TenantStatus } from './TenantStatus.js'
import type { TenantActions } from './use_tenant_actions.js'

/** The organizations on desks. */
export function TenantTable({ actions }: { actions: TenantActions }) {
  const translate = useTranslate()
  const column = (key: string) => translate(`tenants.column.${key}`)
  return (
    <>
      <TenantHead />
      <DataTable<Tenant>
        aria-label={translate('tenants.all')}
        bulkActionButtons={false}
        rowClick={false}
      >
        <DataTable.Col<Tenant>
          source="name"
          label={column('tenant')}
          render={(tenant) => <TenantName tenant={tenant} />}
          sx={{ width: '40%' }}
        />
        <DataTable.Col<Tenant>
          source="activeUsers"
          label={column('users')}
          align="right"
          disableSort
          render={({ activeUsers }) => formatInteger(activeUsers)}
        />
        <DataTable.Col<Tenant>
          source="storageUsed"
          label={column('storage')}
          align="right"
          disableSort
        />
        <DataTable.Col<Tenant>
          source="totalAssets"
          label={column('assets')}
          align="right"
          disableSort
          render={({ totalAssets }) => formatInteger(totalAssets)}
        />
        <DataTable.Col<Tenant>
          source="updatedAt"
          label={column('lastActive')}
          sortByOrder="DESC"
          render={({ updatedAt }) => <RelativeTime time={updatedAt} />}
          sx={{ whiteSpace: 'nowrap' }}
        />
        <DataTable.Col<Tenant>
          source="status"
          label={column('status')}
          render={({ status }) => <TenantStatus status={status} />}
        />
        <DataTable.Col<Tenant>
          label={<ScreenReaderOnly>{column('actions')}</ScreenReaderOnly>}
          disableSort
          render={(tenant) => <TenantRowActions tenant={tenant} actions={actions} />}
        />
      </DataTable>
    </>
  )
}
