import type { NotificationSettings as Settings } from '@crossdock/client'
import Box from '@mui/material/Box'
import Switch from '@mui/material/Switch'
import Typography from '@mui/material/Typography'
import {
  ErrorState,
  RowsSkeleton,
  Section,
  Tooltip,
  useAction,
  useOnce,
  useRead,
} from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { useTexts } from '../tenants/use_texts.js'

const channels = ['console', 'mail'] as const
type Channel = (typeof channels)[number]
type Kind = Settings['kinds'][number]

/** Which kinds of notifications the person gets, and where: a switch for each. */
export default function NotificationSettings() {
  useTexts()
  const translate = useTranslate()
  const text = (key: string) => translate(`notifications.choose.${key}`)
  const settings = useRead<Settings>('notifications/settings')
  return (
    <Section title={text('title')} description={text('text')} flush>
      {settings.isPending && <RowsSkeleton rows={6} />}
      {settings.error && (
        <ErrorState plain error={settings.error} onRetry={() => void settings.refetch()} />
      )}
      {settings.data && (
        <Box component="table" sx={{ width: '100%', borderCollapse: 'collapse' }}>
          <thead>
            <tr>
              {['kind', ...channels].map((column) => (
                <Box key={column} component="th" scope="col" sx={head}>
                  {text(column)}
                </Box>
              ))}
            </tr>
          </thead>
          <tbody>
            {settings.data.kinds.map((kind) => (
              <KindRow key={kind.kind} kind={kind} />
            ))}
          </tbody>
        </Box>
      )}
    </Section>
  )
}

function KindRow({ kind }: { kind: Kind }) {
  return (
    <tr>
      <Box component="th" scope="row" sx={{ ...cell, textAlign: 'left' }}>
        <Typography component="span" sx={{ display: 'block', fontWeight: 500 }}>
          {kind.label}
        </Typography>
        <Typography component="span" variant="body2" color="textSecondary">
          {kind.description}
        </Typography>
      </Box>
      {channels.map((channel) => (
        <Box key={channel} component="td" sx={cell}>
          <Choice kind={kind} channel={channel} />
        </Box>
      ))}
    </tr>
  )
}

/** Shows a change immediately; a failed save reverts it. */
function Choice({ kind, channel }: { kind: Kind; channel: Channel }) {
  const translate = useTranslate()
  const text = (key: string) => translate(`notifications.choose.${key}`)
  const [chosen, setChosen] = useState<boolean>()
  const save = useAction<Settings, boolean>(
    (value) => ({
      path: 'notifications/settings',
      method: 'PUT',
      body: { kinds: [{ kind: kind.kind, [channel]: value }] },
    }),
    { invalidates: ['notifications/settings'], error: { fallback: text('failed') } }
  )
  const once = useOnce(true, save.isPending)
  const stored = kind[channel]
  if (stored === null) {
    return (
      <Tooltip title={text('fixed')}>
        <Typography component="span" variant="body2" color="textSecondary" tabIndex={0}>
          {text('always')}
        </Typography>
      </Tooltip>
    )
  }
  const words = { kind: kind.label, channel: text(channel) }
  return (
    <Switch
      checked={chosen ?? stored}
      onChange={(_, value) =>
        once(() => {
          setChosen(value)
          save.mutate(value, {
            onSuccess: ({ kinds }) => {
              setChosen(kinds.find((one) => one.kind === kind.kind)?.[channel] ?? undefined)
            },
            onError: () => setChosen(undefined),
          })
        })
      }
      slotProps={{
        input: {
          'aria-label': translate('notifications.choose.both', words),
          // Only aria-disabled: a disabled switch loses the focus, and the next press of the space bar scrolls.
          'aria-disabled': save.isPending || undefined,
        },
      }}
    />
  )
}

const cell = {
  px: { xs: 1, sm: 2.5 },
  py: 1.25,
  borderTop: 1,
  borderColor: 'divider',
  fontWeight: 400,
  textAlign: 'center',
  verticalAlign: 'middle',
  '&:first-of-type': { pl: { xs: 2, sm: 2.5 } },
} as const

const head = {
  ...cell,
  py: 1,
  fontSize: '0.8125rem',
  fontWeight: 500,
  color: 'text.secondary',
  '&:first-of-type': { pl: { xs: 2, sm: 2.5 }, textAlign: 'left' },
} as const
