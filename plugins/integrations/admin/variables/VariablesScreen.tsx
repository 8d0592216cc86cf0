import type { Environment } from '@crossdock/client'
import { BackLink, ErrorState, PageHeader, PageSkeleton } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import type { ReactNode } from 'react'
import { useEnvironment } from './use_environment.js'
import { VariablesPanel } from './VariablesPanel.js'

/** /integrations/variables: variables for addresses, calls and steps of an environment. */
export default function VariablesScreen() {
  const { environment, error, retry } = useEnvironment()
  if (error) {
    return (
      <>
        <Head />
        <ErrorState error={error} onRetry={retry} />
      </>
    )
  }
  if (!environment) return <PageSkeleton />
  return (
    <VariablesPanel
      environment={environment}
      head={(actions) => <Head environment={environment} actions={actions} />}
    />
  )
}

function Head({ environment, actions }: { environment?: Environment; actions?: ReactNode }) {
  const translate = useTranslate()
  return (
    <PageHeader
      title={translate('integrations.variables.title')}
      subtitle={
        environment &&
        translate('integrations.variables.subtitle', { environment: environment.displayName })
      }
      above={<BackLink to="/integrations">{translate('integrations.variables.back')}</BackLink>}
      actions={actions}
    />
  )
}
