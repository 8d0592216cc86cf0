import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { Badge, ScreenReaderOnly, Tooltip } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'

const SHOWN = 2

/** The first two triggers and the number of others. */
export function Triggers({ triggers }: { triggers: readonly string[] }) {
  const translate = useTranslate()
  const readable = (trigger: string) =>
    translate(`integrations.endpoints.trigger.${trigger}`, { _: trigger })
  if (triggers.length === 0) {
    return <Typography color="textSecondary">{translate('integrations.endpoints.none')}</Typography>
  }
  const rest = triggers.slice(SHOWN).map(readable)
  const names = rest.join(', ')
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 0.75 }}>
      {triggers.slice(0, SHOWN).map((trigger) => (
        <Badge key={trigger} variant="outline">
          {readable(trigger)}
        </Badge>
      ))}
      {rest.length > 0 && (
        <Tooltip title={names}>
          <Typography component="span" variant="body2" color="textSecondary">
            <span aria-hidden>
              {translate('integrations.endpoints.more', { count: rest.length })}
            </span>
            <ScreenReaderOnly>
              {translate('integrations.endpoints.moreTriggers', { count: rest.length, names })}
            </ScreenReaderOnly>
          </Typography>
        </Tooltip>
      )}
    </Box>
  )
}
