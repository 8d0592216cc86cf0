import type { SignInRules } from '@crossdock/client'
import { ErrorState, RowsSkeleton, Section, useRead } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { RulesForm } from './RulesForm.js'

/** The rules by which people of the organization sign in, for people who may change the rules. */
export function RulesSection() {
  const translate = useTranslate()
  const rules = useRead<SignInRules>('tenant/rules')
  return (
    <Section
      title={translate('security.rules.title')}
      description={translate('security.rules.text')}
    >
      {rules.isPending && <RowsSkeleton rows={3} />}
      {rules.error && !rules.data && (
        <ErrorState plain error={rules.error} onRetry={() => void rules.refetch()} />
      )}
      {rules.data && <RulesForm rules={rules.data} />}
    </Section>
  )
}
