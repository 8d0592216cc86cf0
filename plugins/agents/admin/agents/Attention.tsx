import type { DesktopAgent } from '@crossdock/client'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { CardGrid, useRead } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { Link } from 'react-router-dom'
import { agentsPath, POLL } from '../model.js'
import { AgentCard } from './AgentCard.js'

const shown = 3
const offline = '{"isOnline":false,"isPaused":false}'
const everyone = `${agentsPath}?filter=${encodeURIComponent('{"isOnline":false}')}`

interface AttentionProps {
  menu: Parameters<typeof AgentCard>[0]['menu']
  /** Total number of offline agents. */
  count: number
}

/** Offline agents above a long list, most recently seen first. Paused agents are excluded. */
export function Attention({ menu, count }: AttentionProps) {
  const translate = useTranslate()
  const { data: agents = [] } = useRead<DesktopAgent[]>('desktop-agents', {
    query: { filter: offline, sort: '["lastHeartbeat","DESC"]', range: `[0,${shown - 1}]` },
    refetchInterval: POLL,
  })
  if (agents.length === 0) return null
  return (
    <Box component="section" aria-label={translate('agents.attention.title')} sx={{ mb: 2 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minHeight: 30, mb: 0.75 }}>
        <Typography variant="body2" component="h2" sx={{ fontWeight: 500 }}>
          {translate('agents.attention.title')}
        </Typography>
        <Typography variant="body2" color="textSecondary">
          {count}
        </Typography>
        {count > agents.length && (
          <Button size="small" component={Link} to={everyone} sx={{ ml: 'auto' }}>
            {translate('agents.attention.more', { smart_count: count - agents.length })}
          </Button>
        )}
      </Box>
      <CardGrid>
        {agents.map((agent) => (
          <Card key={agent.id} sx={{ '--card-start': '0px', minWidth: 0 }}>
            <AgentCard agent={agent} menu={menu} />
          </Card>
        ))}
      </CardGrid>
    </Box>
  )
}
