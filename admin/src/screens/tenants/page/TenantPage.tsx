import type { Tenant } from '@crossdock/client'
import Button from '@mui/material/Button'
import {
  ApiError,
  BackLink,
  EmptyState,
  ErrorState,
  Icon,
  lazyPart,
  PageBody,
  PageHeader,
  PageSkeleton,
  StatCard,
  StatGrid,
  RelativeTime,
  useRead,
} from '@crossdock/admin/kit'
import { Building2, LogIn, Pencil } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useParams } from 'react-router-dom'
import { TenantStatus } from '../TenantStatus.js'
import { useTexts } from '../use_texts.js'
import { useTenantActions } from '../use_tenant_actions.js'
import { AboutTenant } from './AboutTenant.js'
import { DangerZone } from './DangerZone.js'
import { DeletionNotice } from './DeletionNotice.js'

const TenantDialogs = lazyPart(() => import('../dialogs/TenantDialogs.js'))

/** /tenants/{id}: the state of a tenant, and its actions. */
export default function TenantPage() {
  useTexts()
  const translate = useTranslate()
  const { id = '' } = useParams()
  const { data: tenant, error, refetch } = useRead<Tenant>(['tenants', id])
  const actions = useTenantActions()
  const above = <BackLink to="/tenants">{translate('tenants.back')}</BackLink>
  if (error || !tenant) {
    const isGone = error instanceof ApiError && error.status === 404
    return (
      <>
        <PageHeader title={translate('tenants.title')} above={above} />
        {!error && <PageSkeleton />}
        {isGone && (
          <EmptyState
            icon={Building2}
            title={translate('tenants.page.missing')}
            description={translate('tenants.page.missingText')}
          />
        )}
        {error && !isGone && <ErrorState error={error} onRetry={() => void refetch()} />}
      </>
    )
  }
  return (
    <>
      <PageHeader
        above={above}
        title={tenant.name}
        subtitle={<TenantStatus status={tenant.status} />}
        actions={
          <>
            <Button
              variant="outlined"
              startIcon={<Icon icon={Pencil} />}
              onClick={() => actions.open('edit', tenant)}
            >
              {translate('tenants.actions.edit')}
            </Button>
            <Button
              variant="contained"
              startIcon={<Icon icon={LogIn} />}
              disabled={actions.isPending}
              onClick={() => actions.enter(tenant)}
            >
              {translate('tenants.actions.enter')}
            </Button>
          </>
        }
      />
      <PageBody>
        {tenant.deletesAt && (
          <DeletionNotice
            deletesAt={tenant.deletesAt}
            isPending={actions.isPending}
            onKeep={() => actions.restore(tenant)}
          />
        )}
        <Figures tenant={tenant} />
        <AboutTenant tenant={tenant} />
        {tenant.status !== 'deleting' && <DangerZone tenant={tenant} actions={actions} />}
      </PageBody>
      <TenantDialogs tenants={[tenant]} actions={actions} />
    </>
  )
}

function Figures({ tenant }: { tenant: Tenant }) {
  const translate = useTranslate()
  const { activeUsers, invitedUsers, totalAssets, storageUsed, updatedAt } = tenant
  const label = (key: string) => translate(`tenants.page.${key}`)
  return (
    <StatGrid>
      <StatCard
        label={label('people')}
        value={activeUsers}
        hint={invitedUsers > 0 && translate('tenants.page.invited', { smart_count: invitedUsers })}
      />
      <StatCard label={label('assets')} value={totalAssets} />
      <StatCard label={label('storage')} value={storageUsed} />
      <StatCard label={label('lastActive')} value={<RelativeTime time={updatedAt} />} />
    </StatGrid>
  )
}
