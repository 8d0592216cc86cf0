import type { Branding } from '@crossdock/client'
import {
  EmptyState,
  ErrorState,
  PageBody,
  PageHeader,
  RowsSkeleton,
  Section,
  useRead,
  useSession,
} from '@crossdock/admin/kit'
import { Building2 } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { DomainSection } from './domain/DomainSection.js'
import { LogoSection } from './LogoSection.js'
import { LookSection } from './look/LookSection.js'
import { MailSection } from './mail/MailSection.js'

/** /branding: how the organization shows itself, and its own domain. */
export default function BrandingScreen() {
  const translate = useTranslate()
  const session = useSession()
  const hasTenant = !session.data || session.data.tenant
  return (
    <>
      <PageHeader title={translate('branding.title')} subtitle={translate('branding.subtitle')} />
      {hasTenant ? (
        <Sections />
      ) : (
        <EmptyState
          icon={Building2}
          title={translate('branding.noTenant.title')}
          description={translate('branding.noTenant.text')}
        />
      )}
    </>
  )
}

function Sections() {
  const { data, error, refetch } = useRead<Branding>('tenant/branding')
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) {
    return (
      <Section>
        <RowsSkeleton rows={4} />
      </Section>
    )
  }
  return (
    <PageBody>
      <LogoSection branding={data} />
      <LookSection branding={data} />
      <MailSection branding={data} />
      <DomainSection branding={data} />
    </PageBody>
  )
}
