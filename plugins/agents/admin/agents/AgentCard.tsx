import type { DesktopAgent } from '@crossdock/client'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { ActionMenu, IconTile, type MenuAction } from '@crossdock/admin/kit'
import { Monitor } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { Link } from 'react-router-dom'
import { agentPath } from '../model.js'
import { ClientId } from '../pieces/ClientId.js'
import { ConnectionBadge, HealthLine, StateMarks } from '../pieces/Health.js'
import { SendButton } from '../pieces/SendButton.js'
import { systemOf } from '../pieces/system_of.js'

interface AgentCardProps {
  agent: DesktopAgent
  menu: (agent: DesktopAgent) => MenuAction[]
}

/** One agent with its status and actions. */
export function AgentCard({ agent, menu }: AgentCardProps) {
  const translate = useTranslate()
  const { machineName: name, version, owner, groupName } = agent
  const system = systemOf(agent, translate)
  return (
    <Box
      component="article"
      aria-label={name}
      sx={{ display: 'flex', flexDirection: 'column', height: 1 }}
    >
      <Box sx={{ p: 2, pb: 1.75, flex: 1 }}>
        <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 1.5, pl: 'var(--card-start)' }}>
          <IconTile icon={Monitor} tile={32} />
          <Box sx={{ flex: 1, minWidth: 0 }}>
            <Typography variant="h3" component="h2" sx={{ overflowWrap: 'anywhere' }}>
              {name}
            </Typography>
            <ClientId of={agent} />
          </Box>
          <ConnectionBadge agent={agent} />
        </Box>
        <Typography variant="body2" component="p" sx={{ mt: 1.5 }}>
          <HealthLine agent={agent} />
        </Typography>
        <Typography variant="body2" color="textSecondary" component="p" noWrap>
          {[system, version, owner, groupName].filter(Boolean).join(' · ')}
        </Typography>
        {(agent.isPaused || agent.copies.length > 0 || agent.retiredAt) && (
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.75, mt: 1 }}>
            <StateMarks agent={agent} />
          </Box>
        )}
      </Box>
      <Box
        // A click on the card opens the agent; a click on these controls does not.
        onClick={(event) => event.stopPropagation()}
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 0.75,
          px: 1.25,
          py: 0.75,
          borderTop: 1,
          borderColor: 'divider',
        }}
      >
        <Button
          size="small"
          component={Link}
          to={agentPath(agent)}
          aria-label={translate('agents.attention.viewOf', { name })}
        >
          {translate('agents.action.view')}
        </Button>
        <SendButton agent={agent} />
        <Box sx={{ flex: 1 }} />
        {menu(agent).length > 0 && (
          <ActionMenu
            label={translate('agents.actionsFor', { name })}
            actions={() => menu(agent)}
          />
        )}
      </Box>
    </Box>
  )
}
