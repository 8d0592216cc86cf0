import type { Branding } from '@crossdock/client'
import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import {
  Fact,
  Facts,
  formatDate,
  mono,
  Section,
  usePermissions,
  useRead,
  useSession,
} from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import type { ReactNode } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import { useTenantDomain } from '../../../data/product.js'
import { sectionPath } from '../groups.js'

/** The current organization: its name and its addresses. */
export default function OrganizationSection() {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`settings.organization.${key}`, values)
  const { data: session } = useSession()
  const suffix = useTenantDomain()
  const { can, isSuperAdmin } = usePermissions()
  const { data: branding } = useRead<Branding>('tenant/branding')
  const tenant = session?.tenant
  if (!tenant) return null
  const domain = branding?.customDomain
  const proof = branding?.domain
  const isVerified = proof?.status === 'verified'
  return (
    <Section title={text('title')} description={text('text')}>
      <Facts>
        <Fact label={text('name')}>{tenant.name}</Fact>
        <Fact label={text('address')}>
          {tenant.subdomain}
          {suffix}
        </Fact>
        <Fact label={text('domain')}>
          {domain ?? text('noDomain')}
          {can('branding.write') && branding && !isVerified && (
            <>
              {' · '}
              <To to={sectionPath('branding')}>
                {domain ? translate('branding.title') : text('chooseDomain')}
              </To>
            </>
          )}
          {domain && !isVerified && (
            <Typography variant="body2" color="textSecondary">
              {proof?.status === 'missing' && proof.endsAt
                ? text('missing', { date: formatDate(proof.endsAt) })
                : text('unverified')}
            </Typography>
          )}
        </Fact>
        <Fact label={text('id')}>
          <Box component="code" sx={{ fontFamily: mono, fontSize: '0.8125rem' }}>
            {tenant.id}
          </Box>
        </Fact>
        {isSuperAdmin && (
          <Fact label={text('operator')}>
            <To to={`/tenants/${encodeURIComponent(tenant.id)}`}>{text('manage')}</To>
          </Fact>
        )}
      </Facts>
    </Section>
  )
}

const To = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link component={RouterLink} to={to}>
    {children}
  </Link>
)
