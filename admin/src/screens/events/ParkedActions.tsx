import Button from '@mui/material/Button'
import { Icon, lazyPart, useAction, usePermissions } from '@crossdock/admin/kit'
import { RotateCw } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { invalidates, type EventDetails } from './model.js'

const DropDialog = lazyPart(() => import('./DropDialog.js'))

/** Retries or drops a parked event for each consumer that parked it. Needs the permission `system.write`. */
export function ParkedActions({ event }: { event: EventDetails }) {
  const translate = useTranslate()
  const { can } = usePermissions()
  const [isAsked, setAsked] = useState(false)
  const text = (key: string) => translate(`events.${key}`)
  const parkings = event.parked
  const again = useAction<unknown, string>((id) => ({ path: `events/parked/${id}/retry` }), {
    invalidates,
    success: { title: text('runAgain.done') },
    error: { fallback: text('runAgain.failed') },
  })
  if (parkings.length === 0 || !can('system.write')) return null
  return (
    <>
      <Button
        variant="contained"
        startIcon={<Icon icon={RotateCw} />}
        disabled={again.isPending}
        onClick={() => parkings.forEach(({ id }) => again.mutate(id))}
      >
        {text('runAgain.action')}
      </Button>
      <Button variant="outlined" onClick={() => setAsked(true)}>
        {text('drop.action')}
      </Button>
      {isAsked && <DropDialog event={event} onClose={() => setAsked(false)} />}
    </>
  )
}
