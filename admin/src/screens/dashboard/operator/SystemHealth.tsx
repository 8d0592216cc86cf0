import type { System } from '@crossdock/client'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import {
  ErrorState,
  formatBytes,
  formatDuration,
  formatInteger,
  RowsSkeleton,
  ScreenReaderOnly,
  Section,
} from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { Link } from 'react-router-dom'
import { useSystem } from './use_home.js'

type Status = NonNullable<System['health']>['components'][string]['status']
const tones = { ok: 'success', unknown: 'neutral', degraded: 'warning', down: 'danger' } as const

/** The server's resources and their remaining capacity, one per line. */
export function SystemHealth() {
  const translate = useTranslate()
  const { data, error, refetch } = useSystem()
  return (
    <Section
      flush
      title={translate('tenants.home.health')}
      actions={
        <Button size="small" component={Link} to="/system" sx={{ mr: -1.25 }}>
          {translate('tenants.home.open')}
        </Button>
      }
    >
      {data ? (
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {linesOf(data, translate).map((line) => (
            <Line key={line.name} {...line} />
          ))}
        </Box>
      ) : error ? (
        <ErrorState plain error={error} onRetry={() => void refetch()} />
      ) : (
        <RowsSkeleton rows={5} />
      )}
    </Section>
  )
}

interface HealthLine {
  name: string
  status: Status
  fact: string
}

function linesOf(
  { health, workers, queue, storage, unanswered }: System,
  translate: (key: string, values?: object) => string
): HealthLine[] {
  const text = (key: string, values?: object) => translate(`tenants.home.${key}`, values)
  const components = Object.entries(health?.components ?? {}).map(
    ([name, { status, latencyMs, message }]): HealthLine => ({
      name: translate(`system.component.${name}`, { _: name }),
      status,
      fact:
        status === 'ok' && latencyMs !== undefined ? formatDuration(latencyMs) : (message ?? ''),
    })
  )
  return [
    ...components,
    ...(workers === null
      ? []
      : [
          {
            name: text('workers'),
            status: workers > 0 ? ('ok' as const) : ('down' as const),
            fact: text('workersFact', {
              workers,
              smart_count: queue?.waiting ?? 0,
              count: formatInteger(queue?.waiting ?? 0),
            }),
          },
        ]),
    ...(storage?.freeBytes == null
      ? []
      : [
          {
            name: text('disk'),
            status: 'ok' as const,
            fact: text('free', { size: formatBytes(storage.freeBytes) }),
          },
        ]),
    ...unanswered.map(({ part, reason }) => ({
      name: translate(`system.part.${part}`, { _: part }),
      status: 'unknown' as const,
      fact: reason,
    })),
  ]
}

function Line({ name, status, fact }: HealthLine) {
  const translate = useTranslate()
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 1.25,
        minHeight: 44,
        px: { xs: 2, sm: 2.5 },
        py: 0.75,
        borderTop: 1,
        borderColor: 'divider',
      }}
    >
      <Box
        sx={{
          flex: 'none',
          width: 8,
          height: 8,
          borderRadius: '50%',
          bgcolor: ({ palette }) => palette.tones[tones[status]].bar,
        }}
      />
      <Typography sx={{ flex: 'none' }}>{name}</Typography>
      <ScreenReaderOnly>{translate(`system.status.${status}`)}</ScreenReaderOnly>
      <Typography
        variant="body2"
        color="textSecondary"
        sx={{ flex: 1, minWidth: 0, textAlign: 'end', overflowWrap: 'anywhere' }}
      >
        {fact}
      </Typography>
    </Box>
  )
}
