import type { SlowStep } from '@crossdock/client'
import Box from '@mui/material/Box'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import { formatDuration, RowLink, Section } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { useKindLabel } from '../workflows/kinds.js'
import { workflowPath } from '../workflows/model.js'
import { useSystemNames } from './system_names.js'

const wide = { display: { xs: 'none', sm: 'table-cell' } } as const

/** Steps by their share of the total working time. */
export function SlowestSteps({ steps }: { steps: readonly SlowStep[] }) {
  const translate = useTranslate()
  const kindOf = useKindLabel('stepType')
  const nameOf = useSystemNames(steps.map(({ systemId }) => systemId))
  const text = (key: string, values?: object) => translate(`flows.monitoring.${key}`, values)
  if (steps.length === 0) return null
  return (
    <Section flush title={text('slowest')} description={text('byShare')}>
      <Table aria-label={text('slowest')} size="small">
        <TableHead>
          <TableRow>
            <TableCell>{text('step')}</TableCell>
            <TableCell sx={wide}>{text('workflow')}</TableCell>
            <TableCell sx={wide}>{text('systemHead')}</TableCell>
            <TableCell align="right" sx={wide}>
              p50
            </TableCell>
            <TableCell align="right">p95</TableCell>
            <TableCell>{text('share')}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {steps.map((step) => (
            <TableRow key={`${step.workflowId} ${step.stepId}`}>
              <TableCell sx={{ fontWeight: 500 }}>
                {step.stepName ?? (step.stepType ? kindOf(step.stepType) : step.stepId)}
              </TableCell>
              <TableCell sx={wide}>
                {step.workflowName ? (
                  <RowLink to={workflowPath({ id: step.workflowId })}>{step.workflowName}</RowLink>
                ) : (
                  text('workflowGone')
                )}
              </TableCell>
              <TableCell sx={wide}>{nameOf(step.systemId) ?? '–'}</TableCell>
              <TableCell align="right" sx={wide}>
                {formatDuration(step.p50)}
              </TableCell>
              <TableCell align="right">{formatDuration(step.p95)}</TableCell>
              <TableCell sx={{ width: { xs: 96, sm: 220 } }}>
                <Share percent={step.share} />
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Section>
  )
}

/** Gray, because a share is not a limit that is reached. */
const Share = ({ percent }: { percent: number }) => (
  <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5 }}>
    <Box
      aria-hidden
      sx={{
        flex: 1,
        height: 4,
        borderRadius: '2px',
        overflow: 'hidden',
        display: { xs: 'none', sm: 'block' },
        bgcolor: 'surface.selected',
      }}
    >
      <Box
        sx={{
          width: `${percent}%`,
          height: 1,
          bgcolor: (theme) => theme.palette.tones.neutral.bar,
        }}
      />
    </Box>
    <Box component="span" sx={{ minWidth: 36, textAlign: 'right' }}>
      {Math.round(percent)}%
    </Box>
  </Box>
)
