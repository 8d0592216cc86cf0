import type { Tenant } from '@crossdock/client'
import Link from '@mui/material/Link'
import { Fact, Facts, formatDateTime, Section } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { Link as RouterLink } from 'react-router-dom'
import { useTenantDomain } from '../../../data/product.js'
import { TenantStatus } from '../TenantStatus.js'

/** The address of the tenant, and its status with reason, time and person. */
export function AboutTenant({ tenant }: { tenant: Tenant }) {
  const translate = useTranslate()
  const domain = useTenantDomain()
  const text = (key: string, values?: object) => translate(`tenants.page.${key}`, values)
  const { subdomain, status, statusReason, statusChangedAt, statusChangedBy, createdAt } = tenant
  return (
    <Section title={text('about')}>
      <Facts>
        <Fact label={text('address')}>
          {subdomain}
          {domain}
        </Fact>
        <Fact label={text('status')}>
          <TenantStatus status={status} />
        </Fact>
        {statusReason && <Fact label={text('reason')}>{statusReason}</Fact>}
        {statusChangedAt && (
          <Fact label={text('changed')}>
            {text('changedBy', {
              time: formatDateTime(statusChangedAt),
              who: statusChangedBy ?? '–',
            })}
          </Fact>
        )}
        <Fact label={text('created')}>{formatDateTime(createdAt)}</Fact>
        <Fact label={text('environments')}>
          <Link
            component={RouterLink}
            to={`/admin/environments?${new URLSearchParams({ tenant: tenant.id }).toString()}`}
          >
            {text('environmentsLink')}
          </Link>
        </Fact>
      </Facts>
    </Section>
  )
}
