import type { Tenant } from '@crossdock/client'
import Button from '@mui/material/Button'
import {
  EmptyState,
  ErrorState,
  Icon,
  lazyPart,
  PageBody,
  PageHeader,
  Pager,
  RowsSkeleton,
  Section,
} from '@crossdock/admin/kit'
import { Building2, Plus } from 'lucide-react'
import { useGetList, useTranslate } from 'ra-core'
import { useState } from 'react'
import { TenantTable } from './TenantTable.js'

const TenantDialog = lazyPart(() => import('./TenantDialog.js'))

const PER_PAGE = 25

/** /tenants: all organizations of this installation, for the super administrator. */
export default function TenantsScreen() {
  const translate = useTranslate()
  const [adding, setAdding] = useState(false)
  const add = () => setAdding(true)
  return (
    <>
      <PageHeader
        title={translate('tenants.title')}
        subtitle={translate('tenants.subtitle')}
        actions={
          <Button variant="contained" startIcon={<Icon icon={Plus} />} onClick={add}>
            {translate('tenants.add')}
          </Button>
        }
      />
      <PageBody>
        <TenantList onAdd={add} />
      </PageBody>
      {adding && <TenantDialog onClose={() => setAdding(false)} />}
    </>
  )
}

function TenantList({ onAdd }: { onAdd: () => void }) {
  const translate = useTranslate()
  const [page, setPage] = useState(0)
  const tenants = useGetList<Tenant>('tenants', {
    pagination: { page: page + 1, perPage: PER_PAGE },
    sort: { field: 'name', order: 'ASC' },
  })
  const title = translate('tenants.all')

  if (tenants.isPending) {
    return (
      <Section title={title} flush>
        <RowsSkeleton />
      </Section>
    )
  }
  if (tenants.error) {
    return <ErrorState error={tenants.error} onRetry={() => void tenants.refetch()} />
  }
  const total = tenants.total ?? tenants.data.length
  return (
    <Section title={title} description={translate('tenants.total', { count: total })} flush>
      {total === 0 ? (
        <EmptyState
          plain
          icon={Building2}
          title={translate('tenants.empty.title')}
          description={translate('tenants.empty.text')}
          action={
            <Button variant="contained" onClick={onAdd}>
              {translate('tenants.empty.action')}
            </Button>
          }
        />
      ) : (
        <TenantTable tenants={tenants.data} />
      )}
      <Pager total={total} page={page} perPage={PER_PAGE} onPage={setPage} />
    </Section>
  )
}
