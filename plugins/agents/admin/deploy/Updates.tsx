import type { AgentRollout } from '@crossdock/client'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { formatInteger, lazyPart, Section, usePermissions, useRead } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { POLL } from '../model.js'

const RolloutDialog = lazyPart(() => import('./RolloutDialog.js'))

/** How many agents run the version of the downloads. */
export function Updates() {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`agents.updates.${key}`, values)
  const canManage = usePermissions().can('agents.manage')
  const [isOpen, setOpen] = useState(false)
  const { data: rollout } = useRead<AgentRollout>('desktop-agents/rollout', {
    refetchInterval: POLL,
  })
  if (!rollout?.version) return null
  const { version, isActive, percentage, updateHours, stoppedReason, agents, current } = rollout
  const counts = (['requested', 'rolledBack', 'failed'] as const).filter((key) => rollout[key] > 0)
  return (
    <Section
      title={text('title')}
      actions={
        canManage && (
          <Button size="small" variant="outlined" onClick={() => setOpen(true)}>
            {text('change')}
          </Button>
        )
      }
    >
      {stoppedReason && (
        <Alert severity="warning" sx={{ mb: 1.5 }}>
          {stoppedReason}
        </Alert>
      )}
      <Typography variant="body2">
        {text('current', { version, count: formatInteger(current), total: formatInteger(agents) })}
      </Typography>
      <Typography variant="body2" color="textSecondary">
        {isActive
          ? text(updateHours ? 'onWithin' : 'on', { percentage, ...updateHours })
          : text('off')}
      </Typography>
      {counts.length > 0 && (
        <Box component="ul" sx={{ m: 0, mt: 1, pl: 2.25, fontSize: '0.8125rem' }}>
          {counts.map((key) => (
            <li key={key}>{text(key, { smart_count: rollout[key] })}</li>
          ))}
        </Box>
      )}
      {isOpen && <RolloutDialog rollout={rollout} onClose={() => setOpen(false)} />}
    </Section>
  )
}
