import type { Retention } from '@crossdock/client'
import { ErrorState, PageBody, RowsSkeleton, Section, useRead } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { RetentionForm } from './RetentionForm.js'

/** How long the organization keeps its records. */
export default function RetentionTab() {
  const translate = useTranslate()
  const { data, error, refetch } = useRead<Retention>('tenant/retention')
  return (
    <PageBody>
      <Section title={translate('retention.heading')} description={translate('retention.text')}>
        {!data && !error && <RowsSkeleton rows={6} />}
        {error && !data && <ErrorState plain error={error} onRetry={() => void refetch()} />}
        {data && <RetentionForm retention={data} />}
      </Section>
    </PageBody>
  )
}
