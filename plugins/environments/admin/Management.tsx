import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { Icon, lazyPart, PageBody, PageHeader, useDialogAddress } from '@crossdock/admin/kit'
import { Plus } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useSearchParams } from 'react-router-dom'
import { DeletedEnvironments } from './DeletedEnvironments.js'
import { EnvironmentList } from './EnvironmentList.js'
import { SummaryCards } from './SummaryCards.js'
import { TenantSelect } from './TenantSelect.js'
import { UsageSummary } from './UsageSummary.js'

const CreateDialog = lazyPart(() => import('./CreateDialog.js'))

/** Figures, list and usage of all environments, or of one tenant's. */
export function Management() {
  const translate = useTranslate()
  const creating = useDialogAddress('new')
  const [tenantId, chooseTenant] = useChosenTenant()
  const add = (
    <Button
      variant="contained"
      startIcon={<Icon icon={Plus} />}
      onClick={() => creating.open('environment')}
    >
      {translate('environments.add')}
    </Button>
  )
  return (
    <>
      <PageHeader
        title={translate('environments.title')}
        subtitle={translate('environments.subtitle')}
        actions={add}
      />
      <PageBody>
        <SummaryCards tenantId={tenantId} />
        <Box sx={{ maxWidth: { sm: 360 } }}>
          <TenantSelect
            label={translate('environments.tenant')}
            placeholder={translate('environments.allTenants')}
            value={tenantId}
            onChange={chooseTenant}
          />
        </Box>
        <EnvironmentList tenantId={tenantId} add={add} />
        <DeletedEnvironments tenantId={tenantId} />
        <UsageSummary tenantId={tenantId} />
      </PageBody>
      {creating.value === 'environment' && (
        <CreateDialog tenantId={tenantId} onClose={creating.close} />
      )}
    </>
  )
}

/** The tenant is part of the URL, like other filters. Changing it returns to the first page. */
function useChosenTenant(): [string | null, (id: string | null) => void] {
  const [search, setSearch] = useSearchParams()
  const choose = (id: string | null) =>
    setSearch((before) => {
      const after = new URLSearchParams(before)
      after.delete('page')
      if (id) after.set('tenant', id)
      else after.delete('tenant')
      return after
    })
  return [search.get('tenant'), choose]
}
