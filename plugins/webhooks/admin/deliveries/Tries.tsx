import type { WebhookAttempt } from '@crossdock/client'
import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import {
  formatDateTime,
  formatDuration,
  formatTimeToSeconds,
  ScreenReaderOnly,
} from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'

interface TriesProps {
  /** Newest first. */
  tries: readonly WebhookAttempt[]
  /** Number of the attempt whose answer is shown. */
  chosen: number | undefined
  onChoose: (number: number) => void
}

const isGood = ({ statusCode }: WebhookAttempt) =>
  statusCode !== null && statusCode >= 200 && statusCode < 300

/** Lists the attempts; selecting one shows its answer. */
export function Tries({ tries, chosen, onChoose }: TriesProps) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`webhooks.panel.${key}`, values)
  return (
    <Box
      component="ol"
      aria-label={text('tries')}
      sx={{
        listStyle: 'none',
        m: 0,
        p: 0,
        border: 1,
        borderColor: 'divider',
        borderRadius: '8px',
        maxHeight: 220,
        overflowY: 'auto',
        '& > li + li': { borderTop: 1, borderColor: 'divider' },
      }}
    >
      {tries.map((one) => (
        <li key={one.number}>
          <ButtonBase
            aria-pressed={one.number === chosen}
            onClick={() => onChoose(one.number)}
            sx={{
              display: 'grid',
              width: 1,
              textAlign: 'left',
              fontSize: '0.8125rem',
              gridTemplateColumns: '16px auto minmax(0, 1fr) auto',
              columnGap: 1.5,
              alignItems: 'center',
              px: 1.5,
              py: 0.75,
              minHeight: 36,
              '&:hover': { bgcolor: 'action.hover' },
              '&[aria-pressed=true]': { bgcolor: ({ palette }) => palette.surface.selected },
              '&.Mui-focusVisible': { outlineOffset: -2 },
            }}
          >
            <span>
              <ScreenReaderOnly>{text('answerTo')} </ScreenReaderOnly>
              {one.number}
            </span>
            <Box component="time" dateTime={one.at} title={formatDateTime(one.at)} sx={quiet}>
              {formatTimeToSeconds(one.at)}
            </Box>
            <Box
              component="span"
              sx={{
                overflowWrap: 'anywhere',
                color: ({ palette }) =>
                  isGood(one) ? palette.tones.success.fg : palette.tones.danger.fg,
              }}
            >
              {one.statusCode ?? one.error ?? text('noAnswer')}
              {one.isManual && (
                <Box component="span" sx={quiet}>
                  {' '}
                  {text('manual')}
                </Box>
              )}
            </Box>
            <Box component="span" sx={quiet}>
              {formatDuration(one.durationMs)}
            </Box>
          </ButtonBase>
        </li>
      ))}
    </Box>
  )
}

const quiet = { color: 'text.secondary', whiteSpace: 'nowrap' } as const
