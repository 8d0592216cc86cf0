import type { DesktopAgent } from '@crossdock/client'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { formatBytes, formatDate, Section, useEnvironments } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import type { ReactNode } from 'react'
import { figureOf, updateOf } from '../model.js'
import { ClientId } from '../pieces/ClientId.js'
import { useNewest } from '../pieces/use_newest.js'
import { systemOf } from '../pieces/system_of.js'

/** Details of an agent and its machine. */
export function About({ agent }: { agent: DesktopAgent }) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`agents.page.${key}`, values)
  const { environments } = useEnvironments()
  const newest = useNewest()(agent)
  const { arch, version, owner } = agent
  const time = formatDate(agent.createdAt)
  const environment = environments.find(({ id }) => id === agent.environmentId)
  const memory = figureOf(agent, 'rssBytes')
  const update = updateOf(agent)
  const disk = figureOf(agent, 'freeBytes')
  const pending = figureOf(agent, 'pending')
  return (
    <Section title={text('about')}>
      <Box component="dl" sx={{ m: 0, display: 'flex', flexDirection: 'column', gap: 1 }}>
        <Line label={text('system')}>
          {systemOf(agent, translate)}, {arch}
        </Line>
        <Line label={text('version')}>
          {newest === undefined
            ? version
            : text(newest === version ? 'upToDate' : 'hasNewer', { version, newer: newest })}
        </Line>
        {update && (
          <Line label={translate('agents.updates.of')}>
            {translate(`agents.updates.outcome.${update.outcome}`, { version: update.version })}
            {update.outcome !== 'installed' && update.message && (
              <Typography variant="caption" component="p" color="textSecondary">
                {update.message}
              </Typography>
            )}
          </Line>
        )}
        <Line label={text('hostName')}>{agent.hostName}</Line>
        <Line label={text('clientId')}>
          <ClientId of={agent} />
        </Line>
        <Line label={text('added')}>{owner ? text('addedBy', { time, name: owner }) : time}</Line>
        {environment && <Line label={text('environment')}>{environment.displayName}</Line>}
        <Line label={text('capabilities')}>
          {agent.capabilities.map((one) => translate(`agents.type.${one}`, { _: one })).join(', ')}
        </Line>
        {memory !== undefined && <Line label={text('memory')}>{formatBytes(memory)}</Line>}
        {disk !== undefined && <Line label={text('disk')}>{formatBytes(disk)}</Line>}
        {pending !== undefined && <Line label={text('pending')}>{pending}</Line>}
      </Box>
    </Section>
  )
}

const Line = ({ label, children }: { label: string; children: ReactNode }) => (
  <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 2 }}>
    <Typography component="dt" variant="body2" color="textSecondary" sx={{ flex: 'none' }}>
      {label}
    </Typography>
    <Typography
      component="dd"
      variant="body2"
      sx={{ m: 0, textAlign: 'right', overflowWrap: 'anywhere', minWidth: 0 }}
    >
      {children}
    </Typography>
  </Box>
)
