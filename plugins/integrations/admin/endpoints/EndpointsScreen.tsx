import type { ExternalSystem } from '@crossdock/client'
import Button from '@mui/material/Button'
import {
  ApiError,
  BackLink,
  EmptyState,
  ErrorState,
  CreateButton,
  Icon,
  lazyPart,
  PageBody,
  PageHeader,
  PageSkeleton,
  useDialogAddress,
  usePermissions,
  useRead,
} from '@crossdock/admin/kit'
import { FileUp, Unplug } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { Link, useParams } from 'react-router-dom'
import { importPath, isImported } from '../model.js'
import { BindingSection } from '../bindings/BindingSection.js'
import { GrantNotice } from '../connection/GrantNotice.js'
import { PauseButton, PauseNotice } from '../health/PauseCalls.js'
import { EndpointPanel } from './EndpointPanel.js'

const EndpointDialog = lazyPart(() => import('./EndpointDialog.js'))

/** /integrations/systems/:systemId: the endpoints and folder bindings of a system. */
export default function EndpointsScreen() {
  const translate = useTranslate()
  const { systemId = '' } = useParams()
  const canWrite = usePermissions().can('integrations.write')
  const system = useRead<ExternalSystem>(['integrations/systems', systemId])
  const creating = useDialogAddress('new')
  const add = () => creating.open('endpoint')
  const text = (key: string, values?: object) => translate(`integrations.endpoints.${key}`, values)
  const back = <BackLink to="/integrations">{text('back')}</BackLink>

  if (system.isPending) return <PageSkeleton />
  if (system.error) {
    const isMissing = system.error instanceof ApiError && system.error.status === 404
    return (
      <>
        <PageHeader title={translate('integrations.title')} above={back} />
        {isMissing ? (
          <EmptyState
            icon={Unplug}
            title={text('systemMissing.title')}
            description={text('systemMissing.text')}
          />
        ) : (
          <ErrorState error={system.error} onRetry={() => void system.refetch()} />
        )}
      </>
    )
  }
  const { name, baseUrl } = system.data
  return (
    <>
      <PageHeader
        title={text('title', { name })}
        subtitle={baseUrl}
        above={back}
        actions={
          canWrite && (
            <>
              <PauseButton system={system.data} />
              <Button
                component={Link}
                to={importPath(system.data)}
                variant="outlined"
                startIcon={<Icon icon={FileUp} />}
              >
                {translate(`integrations.imports.${isImported(system.data) ? 'again' : 'open'}`)}
              </Button>
              <CreateButton
                limit="maxApiEndpoints"
                reached="integrations.endpoints.limitReached"
                onClick={add}
              >
                {text('add')}
              </CreateButton>
            </>
          )
        }
      />
      <PageBody>
        <GrantNotice />
        <PauseNotice system={system.data} canWrite={canWrite} />
        <EndpointPanel system={system.data} onAdd={canWrite ? add : undefined} />
        <BindingSection system={system.data} />
      </PageBody>
      {canWrite && creating.value === 'endpoint' && (
        <EndpointDialog system={system.data} onClose={creating.close} />
      )}
    </>
  )
}
