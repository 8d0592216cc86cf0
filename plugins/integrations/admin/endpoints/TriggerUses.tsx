import type { Workflow } from '@crossdock/client'
import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { useRead, usePermissions } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { useWatch } from 'react-hook-form'
import { Link as RouterLink } from 'react-router-dom'

const most = 100

/** Lists the workflows that use each trigger of an endpoint. A trigger alone starts nothing. */
export function TriggerUses({ endpointId }: { endpointId: string | undefined }) {
  const translate = useTranslate()
  const text = (key: string) => translate(`integrations.endpoints.uses.${key}`)
  const triggers = (useWatch({ name: 'triggers' }) ?? []) as string[]
  const canRead = usePermissions().can('flows.read')
  const using = useRead<Workflow[]>('integrations/workflows', {
    query: { filter: JSON.stringify({ uses: [endpointId] }), range: `[0,${most - 1}]` },
    enabled: canRead && endpointId !== undefined && triggers.length > 0,
  })
  if (!canRead || triggers.length === 0) return null
  return (
    <Box component="ul" aria-label={text('label')} sx={{ listStyle: 'none', m: 0, mt: -1, p: 0 }}>
      {triggers.map((trigger) => {
        const workflows = (using.data ?? []).filter((workflow) => isFor(workflow, trigger))
        const name = translate(`integrations.endpoints.trigger.${trigger}`, { _: trigger })
        return (
          <Typography key={trigger} component="li" variant="body2" color="textSecondary">
            {name}:{' '}
            {workflows.length > 0
              ? workflows.map(({ id, name: workflow }, at) => (
                  <span key={id}>
                    {at > 0 && ', '}
                    <Link
                      component={RouterLink}
                      to={`/integrations/workflows/${encodeURIComponent(id)}`}
                    >
                      {workflow}
                    </Link>
                  </span>
                ))
              : text('none')}
          </Typography>
        )
      })}
    </Box>
  )
}

/** Whether a workflow's trigger matches a trigger of an endpoint. */
function isFor({ triggerType, triggerConfig }: Workflow, trigger: string): boolean {
  if (trigger === 'webhook' || trigger === 'scheduled') return triggerType === trigger
  const { eventTypes } = triggerConfig as { eventTypes?: unknown }
  return triggerType === 'file_event' && Array.isArray(eventTypes) && eventTypes.includes(trigger)
}
