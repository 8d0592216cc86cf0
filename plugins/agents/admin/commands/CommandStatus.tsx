import type { AgentCommand } from '@crossdock/client'
import Box from '@mui/material/Box'
import LinearProgress from '@mui/material/LinearProgress'
import { Badge, formatExact } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { commandColor } from '../model.js'

/** The status of a command; its progress while it runs. */
export function CommandStatus({ command }: { command: AgentCommand }) {
  const translate = useTranslate()
  const { status, progress } = command
  if (status !== 'running' || !progress || progress.total === 0) {
    return (
      <Badge variant={commandColor(command)}>
        {translate(`agents.commands.status.${status}`, { _: status })}
      </Badge>
    )
  }
  const { done, total } = progress
  const label = translate('agents.commands.progress', {
    done: formatExact(done),
    total: formatExact(total),
  })
  return (
    <Box sx={{ display: 'inline-flex', alignItems: 'center', gap: 1, whiteSpace: 'nowrap' }}>
      <LinearProgress
        variant="determinate"
        value={Math.min(100, (done / total) * 100)}
        aria-label={translate('agents.commands.status.running')}
        sx={{ width: 56, height: 4, borderRadius: 1 }}
      />
      {label}
    </Box>
  )
}
