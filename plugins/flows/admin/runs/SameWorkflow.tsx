import type { Execution } from '@crossdock/client'
import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { RelativeTime, Section, useRead } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { Link as RouterLink } from 'react-router-dom'
import { runPath, runsOf } from '../paths.js'
import { displayedStatus, useRunTexts } from './run_texts.js'
import { StatusDot } from './StatusDot.js'

const shown = 5

/** The newest other runs of the same workflow. Renders nothing if there are none. */
export function SameWorkflow({ run }: { run: Execution }) {
  const translate = useTranslate()
  const words = useRunTexts()
  const { data = [] } = useRead<Execution[]>('flow-executions', {
    query: {
      filter: JSON.stringify({ flowId: run.flowId }),
      sort: '["createdAt","DESC"]',
      range: `[0,${shown}]`,
    },
  })
  const others = data.filter(({ id }) => id !== run.id).slice(0, shown)
  if (others.length === 0) return null
  return (
    <Section
      flush
      title={translate('flows.run.same')}
      actions={
        <Link component={RouterLink} to={runsOf(run.flowId)} variant="body2" sx={{ py: 0.75 }}>
          {translate('flows.asset.all')}
        </Link>
      }
    >
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {others.map((other) => (
          <Box component="li" key={other.id} sx={row}>
            <StatusDot status={displayedStatus(other)} bare />
            <Link
              component={RouterLink}
              to={runPath(other)}
              color="inherit"
              underline="hover"
              noWrap
            >
              {words.startedBy(other)}
            </Link>
            <Typography variant="body2" color="textSecondary" noWrap sx={{ ml: 'auto' }}>
              <RelativeTime time={other.createdAt} />
            </Typography>
          </Box>
        ))}
      </Box>
    </Section>
  )
}

const row = {
  display: 'flex',
  alignItems: 'center',
  gap: 1.5,
  minHeight: 40,
  px: { xs: 2, sm: 2.5 },
  borderTop: 1,
  borderColor: 'divider',
  '& > a': { minWidth: 0, fontSize: '0.8125rem' },
} as const
