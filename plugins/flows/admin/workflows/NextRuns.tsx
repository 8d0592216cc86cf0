import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { errorText } from '@crossdock/admin/kit'
import { useLocale, useTranslate } from 'ra-core'
import { useId } from 'react'
import type { ScheduleRead } from './use_schedule_times.js'

interface NextRunsProps {
  asked: ScheduleRead
}

/** The next five times of a schedule, in its own time zone, as the server computes them. */
export function NextRuns({ asked: { data, error } }: NextRunsProps) {
  const translate = useTranslate()
  const text = (key: string) => translate(`flows.workflows.form.schedule.${key}`)
  const id = useId()
  const locale = useLocale()
  if (error) return <Alert severity="warning">{errorText(error, translate)}</Alert>
  if (!data) return null
  const format = new Intl.DateTimeFormat(locale, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    hour: 'numeric',
    minute: '2-digit',
    timeZone: data.timeZone,
  })
  return (
    <Box>
      <Typography variant="body2" id={id} sx={{ fontWeight: 600 }}>
        {text('next')}
      </Typography>
      <Box component="ol" aria-labelledby={id} sx={{ listStyle: 'none', m: 0, mt: 0.5, p: 0 }}>
        {data.times.map((time) => (
          <Typography
            key={time}
            component="li"
            sx={{ py: 0.75, borderTop: 1, borderColor: 'divider' }}
          >
            <time dateTime={time}>{format.format(new Date(time))}</time>
          </Typography>
        ))}
      </Box>
      <Typography variant="body2" color="textSecondary">
        {text('clocks')}
      </Typography>
    </Box>
  )
}
