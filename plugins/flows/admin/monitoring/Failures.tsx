import type { Monitoring, WorkflowFailures } from '@crossdock/client'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { formatInteger, Icon, Section, useAction, usePermissions } from '@crossdock/admin/kit'
import { RotateCw } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { Link as RouterLink, useSearchParams } from 'react-router-dom'
import { runPath, runsWhere } from '../paths.js'
import type { Period } from './MonitoringFilters.js'
import { useSystemNames } from './system_names.js'

/** Failing workflows with the error of their last failed run and a button to retry it, and failing systems. */
export function Failures({
  monitoring,
}: {
  monitoring: Pick<Monitoring, 'period' | 'failed' | 'failures' | 'systems'>
}) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`flows.monitoring.${key}`, values)
  const { period, failed, failures, systems } = monitoring
  const nameOf = useSystemNames(systems.map(({ systemId }) => systemId))
  const flowId = useSearchParams()[0].get('workflowId')
  const theirRuns = {
    status: 'failed',
    after: sincePeriod[period as Period],
    ...(flowId ? { flowId } : {}),
  }
  const { workflows, others, unfailing } = failures
  return (
    <Section
      flush
      title={text('failures')}
      actions={
        failed > 0 && (
          <Link component={RouterLink} to={runsWhere(theirRuns)} sx={{ py: 1 }}>
            {text('showFailed', { smart_count: failed, count: formatInteger(failed) })}
          </Link>
        )
      }
    >
      <Box component="ul" aria-label={text('failures')} sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {workflows.map((one) => (
          <FailureRow key={one.workflowId} failure={one} />
        ))}
      </Box>
      <Box sx={{ borderTop: 1, borderColor: 'divider', px: 2.5, py: 1.5 }}>
        <Typography variant="body2" color="textSecondary">
          {failed === 0
            ? text('noneFailed')
            : others > 0
              ? text('othersFailed', { smart_count: others, count: formatInteger(others) })
              : text('unfailing', { smart_count: unfailing, count: formatInteger(unfailing) })}
        </Typography>
        {systems.length > 0 && (
          <Typography variant="body2" color="textSecondary" sx={{ mt: 0.5 }}>
            {systems
              .map(({ systemId, failed, tries }) =>
                text('system', {
                  name: nameOf(systemId) ?? text('systemGone'),
                  failed: formatInteger(failed),
                  tries: formatInteger(tries),
                })
              )
              .join(' · ')}
          </Typography>
        )}
      </Box>
    </Section>
  )
}

/** The periods of this page as filters of lists. */
const sincePeriod: Record<Period, string> = {
  hour: '-PT1H',
  day: '-P1D',
  week: '-P7D',
  month: '-P30D',
}

function FailureRow({ failure }: { failure: WorkflowFailures }) {
  const translate = useTranslate()
  const { can } = usePermissions()
  const { workflowName, failed, runs, errorMessage, executionId, canRetry } = failure
  const retry = useAction(() => ({ path: `flow-executions/${executionId}/retry` }), {
    invalidates: ['flow-executions', 'integrations/logs'],
    success: { title: translate('flows.run.retried') },
  })
  const name = workflowName ?? translate('flows.monitoring.workflowGone')
  return (
    <Box component="li" sx={row}>
      <Box sx={{ minWidth: 0, fontWeight: 500, overflow: 'hidden', textOverflow: 'ellipsis' }}>
        {executionId ? (
          <Link component={RouterLink} to={runPath({ executionId })} color="inherit">
            {name}
          </Link>
        ) : (
          name
        )}
      </Box>
      <Typography variant="body2" color="textSecondary" noWrap>
        <Box component="span" sx={{ color: 'error.main', fontWeight: 600 }}>
          {formatInteger(failed)}
        </Box>{' '}
        {translate('flows.monitoring.of', { count: formatInteger(runs) })}
      </Typography>
      <Typography
        variant="body2"
        color="textSecondary"
        title={errorMessage ?? undefined}
        sx={{ gridArea: { xs: 'cause', sm: 'auto' }, minWidth: 0 }}
        noWrap
      >
        {errorMessage}
      </Typography>
      <Box sx={{ minWidth: 84, textAlign: 'right' }}>
        {canRetry && can('flows.run') && (
          <Button
            size="small"
            variant="outlined"
            startIcon={<Icon icon={RotateCw} />}
            disabled={retry.isPending}
            aria-label={translate('flows.monitoring.retryOf', { name })}
            onClick={() => retry.mutate()}
          >
            {translate('flows.run.retry')}
          </Button>
        )}
      </Box>
    </Box>
  )
}

const row = {
  display: 'grid',
  alignItems: 'center',
  columnGap: 2,
  minHeight: 44,
  px: 2.5,
  py: 0.5,
  borderTop: 1,
  borderColor: 'divider',
  gridTemplateColumns: {
    xs: 'minmax(0, 1fr) auto auto',
    sm: 'minmax(0, 3fr) 96px minmax(0, 4fr) auto',
  },
  gridTemplateAreas: { xs: '"name count act" "cause cause act"', sm: 'none' },
} as const
