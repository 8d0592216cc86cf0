import type { Retention } from '@crossdock/client'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { formatDate, formatInteger, RelativeTime } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { daysOf, mostDays, type RecordRule } from './retention_form.js'

type Run = Retention['lastRuns'][number]
type Due = Retention['due'][number]

interface RetentionRowProps {
  rule: RecordRule
  run: Run | undefined
  due: Due | undefined
  disabled: boolean
  /** Days as typed. */
  value: string
  onChange: (days: string) => void
}

/** One kind of record: its retention, the reason for the minimum, and the last deletion. */
export function RetentionRow({ rule, run, due, disabled, value, onChange }: RetentionRowProps) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`retention.${key}`, values)
  const { label, description, least, environments } = rule
  const isWrong = daysOf(rule, value) === undefined
  const lines = [
    ...environments.map(({ name, keptDays }) =>
      text('environment', { name, smart_count: keptDays })
    ),
    least && text('least', { smart_count: least.days, reason: least.reason }),
  ]
  return (
    <Box
      role="group"
      aria-label={label}
      sx={{
        display: 'grid',
        gap: 2,
        // The text needs more room than a number of days.
        '@container (min-width: 560px)': { gridTemplateColumns: 'minmax(0, 1fr) 220px' },
        pb: 2,
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      <Box sx={{ minWidth: 0 }}>
        <Typography variant="subtitle2" component="h3">
          {label}
        </Typography>
        <Typography variant="body2" color="textSecondary">
          {description}
        </Typography>
        <Typography variant="caption" component="p" color="textSecondary">
          {lines.filter(Boolean).join(' · ')}
        </Typography>
        <LastRun run={run} />
        {due && (
          <Alert severity="warning" sx={{ mt: 1 }}>
            {text('due', { smart_count: due.count, date: formatDate(due.at) })}
          </Alert>
        )}
      </Box>
      <TextField
        size="small"
        sx={{ maxWidth: 260 }}
        disabled={disabled}
        label={text('days')}
        error={isWrong}
        helperText={isWrong ? text('wrong', { least: least?.days ?? 1, most: mostDays }) : usual()}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        slotProps={{ htmlInput: { inputMode: 'numeric', 'aria-label': text('daysOf', { label }) } }}
      />
    </Box>
  )

  function usual(): string {
    if (rule.belongsTo === 'environment') return text('ofEnvironments')
    if (rule.defaultDays === null) return text('usualNever')
    return text('usual', { smart_count: rule.defaultDays })
  }
}

function LastRun({ run }: { run: Run | undefined }) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`retention.${key}`, values)
  if (run?.failed) {
    return (
      <Alert severity="error" sx={{ mt: 1 }}>
        {text('failed')}
      </Alert>
    )
  }
  const count = formatInteger(run?.deleted ?? 0)
  return (
    <Typography variant="caption" component="p" color="textSecondary">
      {!run && text('never')}
      {run && !run.endedAt && text('running', { count })}
      {run?.endedAt && (
        <>
          {text('ran', { count })} · <RelativeTime time={run.endedAt} />
        </>
      )}
    </Typography>
  )
}
