import type { Tenant } from '@crossdock/client'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import {
  actionsColumn,
  EmptyState,
  Icon,
  lazyPart,
  PageHeader,
  ResourceList,
  useDialogAddress,
} from '@crossdock/admin/kit'
import { Building2, Plus } from 'lucide-react'
import { useListContext, useTranslate } from 'ra-core'
import { useTenantColumns } from './columns.js'
import { tenantPath } from './model.js'
import { TenantCard } from './TenantCard.js'
import { TenantHead } from './TenantHead.js'
import { TenantRowActions } from './TenantRowActions.js'
import { useTexts } from './use_texts.js'
import { useTenantActions, type TenantActions } from './use_tenant_actions.js'

const TenantDialog = lazyPart(() => import('./TenantDialog.js'))
const TenantDialogs = lazyPart(() => import('./dialogs/TenantDialogs.js'))

const statuses = ['active', 'suspended', 'deleting'] as const

/** /tenants: all tenants of this installation. */
export default function TenantList() {
  useTexts()
  const translate = useTranslate()
  const actions = useTenantActions()
  const creating = useDialogAddress('new')
  const columns = useTenantColumns()
  const open = () => creating.open('tenant')
  return (
    <>
      <PageHeader
        title={translate('tenants.title')}
        actions={
          <Button variant="contained" startIcon={<Icon icon={Plus} />} onClick={open}>
            {translate('tenants.add')}
          </Button>
        }
      />
      <ResourceList<Tenant>
        resource="tenants"
        label={translate('tenants.all')}
        columns={[
          ...columns,
          actionsColumn<Tenant>(translate('kit.actions'), (tenant) => (
            <TenantRowActions tenant={tenant} actions={actions} />
          )),
        ]}
        sort={{ field: 'name', order: 'ASC' }}
        search={translate('tenants.search')}
        filters={[
          {
            source: 'status',
            label: translate('tenants.column.status'),
            choices: statuses.map((id) => ({ id, name: translate(`tenants.status.${id}`) })),
          },
        ]}
        to={tenantPath}
        card={(tenant) => <TenantCard tenant={tenant} actions={actions} />}
        around={(list) => (
          <Box sx={{ minWidth: 0 }}>
            <TenantHead />
            {list}
            <Dialogs actions={actions} />
          </Box>
        )}
        empty={
          <EmptyState
            icon={Building2}
            title={translate('tenants.empty.title')}
            description={translate('tenants.empty.text')}
            action={
              <Button variant="contained" onClick={open}>
                {translate('tenants.empty.action')}
              </Button>
            }
          />
        }
      />
      {creating.value === 'tenant' && <TenantDialog onClose={creating.close} />}
    </>
  )
}

/** The dialogs of the listed tenants. */
function Dialogs({ actions }: { actions: TenantActions }) {
  const { data = [] } = useListContext<Tenant>()
  return <TenantDialogs tenants={data} actions={actions} />
}
