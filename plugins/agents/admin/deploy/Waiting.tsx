import type { AgentEnrolment, DesktopAgent, DesktopAgentDeployment } from '@crossdock/client'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { Section, useRead, useToast } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router-dom'
import { agentPath } from '../model.js'

const FOLLOW = 3_000
const newest = { sort: '["createdAt","DESC"]', range: '[0,24]' }

/** Waits for the agent that the token of this page adds, and announces it. */
export function Waiting({ made }: { made: DesktopAgentDeployment | undefined }) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`agents.deploy.${key}`, values)
  const toast = useToast()
  const { data: enrolments = [] } = useRead<AgentEnrolment[]>('desktop-agents/enrolments', {
    query: newest,
    enabled: Boolean(made),
    refetchInterval: FOLLOW,
  })
  const agentId = enrolments.find(({ id }) => id === made?.id)?.agentId
  const { data: agent } = useRead<DesktopAgent>(['desktop-agents', agentId ?? ''], {
    enabled: Boolean(agentId),
    refetchInterval: FOLLOW,
  })
  const announced = useRef<string>(undefined)
  useEffect(() => {
    if (!agentId || announced.current === agentId) return
    announced.current = agentId
    toast({ title: translate('agents.deploy.deployed') })
  }, [agentId, toast, translate])
  return (
    <Section title={text('waiting')}>
      <Box aria-live="polite">
        <Typography variant="body2" color="textSecondary">
          {text(made ? 'waitingText' : 'waitingNone')}
        </Typography>
        {made && (
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mt: 1.5, minHeight: 30 }}>
            <Dot isThere={agent?.isOnline ?? false} />
            <Typography variant="body2" sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
              {agent
                ? text(agent.isOnline ? 'connected' : 'enrolled', { name: agent.machineName })
                : text('notYet')}
            </Typography>
            {agent && (
              <Button size="small" variant="outlined" component={Link} to={agentPath(agent)}>
                {text('open', { name: agent.machineName })}
              </Button>
            )}
          </Box>
        )}
      </Box>
    </Section>
  )
}

const Dot = ({ isThere }: { isThere: boolean }) => (
  <Box
    aria-hidden
    sx={{
      width: 8,
      height: 8,
      borderRadius: '50%',
      flex: 'none',
      border: ({ palette }) => `2px solid ${palette.tones[isThere ? 'success' : 'info'].bar}`,
      bgcolor: ({ palette }) => (isThere ? palette.tones.success.bar : 'transparent'),
    }}
  />
)
