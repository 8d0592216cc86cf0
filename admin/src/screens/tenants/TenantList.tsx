import type { Tenant } from '@crossdock/client'
import Button from '@mui/material/Button'
import type { Theme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import {
  EmptyState,
  ErrorState,
  Icon,
  lazyPart,
  RowsSkeleton,
  useDialogAddress,
} from '@crossdock/admin/kit'
import { Building2, Plus } from 'lucide-react'
import { useListContext, useTranslate } from 'ra-core'
import {
  FilterButton,
  List,
  SearchInput,
  SelectColumnsButton,
  SelectInput,
  Title,
  TopToolbar,
} from 'react-admin'
import { TenantCards } from './TenantCards.js'
import { TenantTable } from './TenantTable.js'
import { useTexts } from './use_texts.js'
import { useTenantActions, type TenantActions } from './use_tenant_actions.js'

const TenantDialog = lazyPart(() => import('./TenantDialog.js'))
const TenantDialogs = lazyPart(() => import('./dialogs/TenantDialogs.js'))

/** /tenants: all organizations of this installation, made as react-admin's documentation makes lists. */
export default function TenantList() {
  useTexts()
  const actions = useTenantActions()
  const translate = useTranslate()
  const creating = useDialogAddress('new')
  const open = () => creating.open('tenant')
  const isPhone = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'), { noSsr: true })
  // What stands in for the list stands in for its title, too.
  const title = <Title title="tenants.title" />
  const add = (
    <Button variant="contained" startIcon={<Icon icon={Plus} />} onClick={open}>
      {translate('tenants.add')}
    </Button>
  )
  const statuses = ['active', 'suspended', 'deleting'].map((id) => ({
    id,
    name: translate(`tenants.status.${id}`),
  }))
  return (
    <>
      <List<Tenant>
        title="tenants.title"
        sort={{ field: 'name', order: 'ASC' }}
        perPage={25}
        // What one left behind must not come up again: the address says what is shown.
        storeKey={false}
        filters={[
          <SearchInput
            key="search"
            source="search"
            alwaysOn
            placeholder={translate('tenants.search')}
          />,
          <SelectInput
            key="status"
            source="status"
            label={translate('tenants.column.status')}
            choices={statuses}
          />,
        ]}
        actions={
          <TopToolbar>
            <FilterButton />
            {!isPhone && <SelectColumnsButton />}
            {add}
          </TopToolbar>
        }
        loading={
          <>
            {title}
            <RowsSkeleton />
          </>
        }
        error={
          <>
            {title}
            <Failed />
          </>
        }
        empty={
          <>
            <TopToolbar sx={{ mb: 1.5 }}>{add}</TopToolbar>
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
          </>
        }
      >
        {isPhone ? <TenantCards actions={actions} /> : <TenantTable actions={actions} />}
        <Dialogs actions={actions} />
      </List>
      {creating.value === 'tenant' && <TenantDialog onClose={creating.close} />}
    </>
  )
}

function Failed() {
  const { error, refetch } = useListContext()
  return <ErrorState plain error={error} onRetry={() => void refetch()} />
}

/** Of the tenants that are shown. */
function Dialogs({ actions }: { actions: TenantActions }) {
  const { data = [] } = useListContext<Tenant>()
  return <TenantDialogs tenants={data} actions={actions} />
}
