import type { Branding } from '@crossdock/client'
import { ErrorState, PageBody, RowsSkeleton, Section, useRead } from '@crossdock/admin/kit'
import { DomainSection } from './domain/DomainSection.js'
import { LogoSection } from './LogoSection.js'
import { LookSection } from './look/LookSection.js'
import { MailSection } from './mail/MailSection.js'

/** The organization's branding and its domain. */
export default function BrandingSections() {
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
