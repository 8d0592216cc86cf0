import type { ExternalSystem, SystemAuthorization, SystemGrant } from '@crossdock/client'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { formatDateTime, useAction, useRead } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { useWatch } from 'react-hook-form'
import type { SystemForm } from './system_form.js'

/** Shows whether a person granted access to a saved system, with a button that opens its provider. */
export function GrantField({ system }: { system: ExternalSystem | undefined }) {
  const authType = useWatch<SystemForm, 'authType'>({ name: 'authType' })
  if (!system || authType !== 'oauth2_code' || system.authType !== authType) return null
  return <Grant id={system.id} />
}

function Grant({ id }: { id: string }) {
  const translate = useTranslate()
  const text = (key: string, values?: object) =>
    translate(`integrations.connection.grant.${key}`, values)
  const { data: grant } = useRead<SystemGrant>(['integrations/systems', id, 'oauth'])
  const begin = useAction<SystemAuthorization>(
    () => ({ path: `integrations/systems/${id}/oauth/authorize` }),
    {
      error: { fallback: text('failed') },
      onSuccess: ({ url }) => window.location.assign(url),
    }
  )
  if (!grant) return null
  const { state, reason, grantedAt, redirectUri } = grant
  const said = {
    none: text('none'),
    connected: text('connected', { time: grantedAt ? formatDateTime(grantedAt) : '' }),
    broken: text('broken', { reason: reason ?? '' }),
  }[state]
  return (
    <Alert
      severity={state === 'connected' ? 'success' : state === 'broken' ? 'error' : 'info'}
      action={
        <Button size="small" disabled={begin.isPending} onClick={() => begin.mutate()}>
          {text(state === 'none' ? 'connect' : 'again')}
        </Button>
      }
    >
      {said} {state !== 'connected' && text('redirect', { address: redirectUri })}
    </Alert>
  )
}
