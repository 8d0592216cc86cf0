import type { DesktopAgent, DesktopAgentDetails } from '@crossdock/client'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import type { UseQueryResult } from '@tanstack/react-query'
import {
  CodeBlock,
  ErrorState,
  formatTimeToSeconds,
  formatDateTime,
  Icon,
  mono,
  RowsSkeleton,
  Section,
  useAction,
  usePermissions,
} from '@crossdock/admin/kit'
import { PackageSearch } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useEffect, useId, useRef } from 'react'

interface AgentLogProps {
  agent: DesktopAgent
  details: UseQueryResult<DesktopAgentDetails, Error>
}

/** The log of the agent, and its report on request. */
export function AgentLog({ agent, details }: AgentLogProps) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`agents.page.${key}`, values)
  const canManage = usePermissions().can('agents.manage')
  const ask = useAction(() => ({ path: `desktop-agents/${agent.id}/diagnostics` }), {
    invalidates: ['desktop-agents'],
    success: { title: text('asked') },
    error: { fallback: translate('agents.failed') },
  })
  const { data } = details
  return (
    <Section
      flush
      title={text('log')}
      actions={
        canManage &&
        !agent.retiredAt && (
          <Button
            size="small"
            variant="outlined"
            startIcon={<Icon icon={PackageSearch} />}
            disabled={ask.isPending || data?.diagnosticsState === 'asked'}
            onClick={() => ask.mutate()}
          >
            {text('diagnostics')}
          </Button>
        )
      }
    >
      {details.error ? (
        <ErrorState plain error={details.error} onRetry={() => void details.refetch()} />
      ) : !data ? (
        <RowsSkeleton rows={3} />
      ) : (
        <>
          <Lines log={data.log} />
          <Diagnostics details={data} />
        </>
      )}
    </Section>
  )
}

function Lines({ log }: { log: DesktopAgentDetails['log'] }) {
  const translate = useTranslate()
  const box = useRef<HTMLElement>(null)
  // The newest line is at the end.
  useEffect(() => {
    if (box.current) box.current.scrollTop = box.current.scrollHeight
  }, [log.length])
  if (log.length === 0) {
    return (
      <Typography color="textSecondary" sx={{ px: 2.5, pb: 2.5 }}>
        {translate('agents.page.noLog')}
      </Typography>
    )
  }
  return (
    <Box
      ref={box}
      role="log"
      aria-label={translate('agents.page.log')}
      // Frequent updates are not read aloud.
      aria-live="off"
      tabIndex={0}
      sx={{
        m: 0,
        px: { xs: 2, sm: 2.5 },
        py: 1.25,
        maxHeight: 280,
        overflow: 'auto',
        fontFamily: mono,
        fontSize: '0.78125rem',
        lineHeight: 1.6,
        borderTop: 1,
        borderColor: 'divider',
        bgcolor: ({ palette }) => palette.surface.inset,
      }}
    >
      {log.map(({ at, level, message }, index) => (
        <Box key={`${at} ${index}`} sx={{ display: 'flex', gap: 1.5 }}>
          <Box component="span" sx={{ color: 'text.secondary', flex: 'none' }}>
            {timeOf(at)}
          </Box>
          <Box component="span" sx={{ flex: 'none', width: 40, color: levelColor(level) }}>
            {level}
          </Box>
          <Box component="span" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
            {message}
          </Box>
        </Box>
      ))}
    </Box>
  )
}

// The time comes from the clock of the agent's machine.
const timeOf = (at: string) => (Number.isNaN(Date.parse(at)) ? at : formatTimeToSeconds(at))

const levelColor = (level: string) =>
  level === 'error' ? 'error.main' : level === 'warn' ? 'warning.main' : 'text.secondary'

function Diagnostics({ details }: { details: DesktopAgentDetails }) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`agents.page.${key}`, values)
  const id = useId()
  if (details.diagnosticsState === 'none') return null
  const { diagnostics, diagnosticsAt } = details
  return (
    <Box sx={{ px: { xs: 2, sm: 2.5 }, py: 2, borderTop: 1, borderColor: 'divider' }}>
      <Typography variant="body2" component="h3" id={id} sx={{ fontWeight: 500 }}>
        {text('diagnosticsTitle')}
      </Typography>
      <Typography variant="body2" color="textSecondary" sx={{ mb: diagnostics ? 1 : 0 }}>
        {diagnosticsAt
          ? text('diagnosticsFrom', { time: formatDateTime(diagnosticsAt) })
          : text('diagnosticsAsked')}
      </Typography>
      {diagnostics && <CodeBlock labelledBy={id} data={diagnostics} />}
    </Box>
  )
}
