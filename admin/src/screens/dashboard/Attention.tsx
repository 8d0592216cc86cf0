import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import {
  errorText,
  Icon,
  readKey,
  RelativeTime,
  useSession,
  type AttentionSource,
  type AttentionState,
} from '@crossdock/admin/kit'
import { useQueryClient } from '@tanstack/react-query'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { memo, Suspense, useCallback, useId, useState, type ReactNode } from 'react'
import { UnlessPending } from './DashboardGrid.js'

interface AttentionProps {
  sources: readonly AttentionSource[]
  /** The latest report of each source. */
  states: Readonly<Record<string, AttentionState>>
  onState: (id: string, state: AttentionState) => void
  /** Time of the newest event; null when there is none. */
  lastEvent: string | null | undefined
}

/** The reports of all sources. */
export function useAttentionStates(sources: readonly AttentionSource[]) {
  const client = useQueryClient()
  const [states, setStates] = useState<Record<string, AttentionState>>(() => {
    const read = <T,>(path: string) => client.getQueryData<T>(readKey(path))
    const known = sources.map(({ id, known }) => [id, known?.(read)] as const)
    return Object.fromEntries(known.flatMap(([id, state]) => (state ? [[id, state]] : [])))
  })
  const onState = useCallback(
    (id: string, state: AttentionState) =>
      setStates((before) => (isSame(before[id], state) ? before : { ...before, [id]: state })),
    []
  )
  return { states, onState, isKnown: sources.every(({ id }) => states[id]) }
}

const isSame = (before: AttentionState | undefined, { count, error }: AttentionState) =>
  before?.count === count && before.error === error

/** The problems with their next actions, or one line that says everything is healthy. */
export function Attention({ sources, states, onState, lastEvent }: AttentionProps) {
  const translate = useTranslate()
  const id = useId()
  // Without an organization, only the server's own state is checked here.
  const healthyKey = useSession().data?.tenant ? 'well' : 'serverWell'
  const reported = sources.flatMap(({ id }) => states[id] ?? [])
  const count = reported.reduce((sum, one) => sum + one.count, 0)
  const error = reported.find((one) => one.error)?.error
  const rows = (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }} hidden={count === 0}>
      {sources.map(({ id, component }) => (
        <Suspense key={id}>
          <Source id={id} component={component} onState={onState} />
        </Suspense>
      ))}
    </Box>
  )
  const title = count > 0 && translate('dashboard.attention.title')
  return (
    // Not a Section: its body would move down when the title appears, and the content with it.
    <Card component="section" aria-labelledby={title ? id : undefined} sx={{ minWidth: 0 }}>
      {title && (
        <Typography variant="h2" id={id} sx={{ px: { xs: 2, sm: 2.5 }, pt: 2, pb: 1.5 }}>
          {title}{' '}
          <Box component="span" sx={{ ml: 0.5, color: 'text.secondary', fontWeight: 400 }}>
            {count}
          </Box>
        </Typography>
      )}
      {error ? (
        <Line icon={<Icon icon={CircleAlert} />} color="warning.main">
          {translate('dashboard.attention.unknown', { reason: errorText(error, translate) })}
        </Line>
      ) : (
        count === 0 && (
          <Line icon={<Icon icon={CircleCheck} />} color="success.main">
            {reported.length < sources.length || lastEvent === undefined ? (
              <Skeleton width={220} height={14} />
            ) : (
              <>
                {translate(`dashboard.attention.${healthyKey}`)}{' '}
                {lastEvent && (
                  <Box component="span" sx={{ color: 'text.secondary' }}>
                    {translate('dashboard.attention.lastEvent')} <RelativeTime time={lastEvent} />
                  </Box>
                )}
              </>
            )}
          </Line>
        )
      )}
      {/* Rows that are visible keep their place. */}
      <UnlessPending isPending={reported.length < sources.length}>{rows}</UnlessPending>
    </Card>
  )
}

interface SourceProps extends Pick<AttentionSource, 'id' | 'component'> {
  onState: AttentionProps['onState']
}

const Source = memo(function Source({ id, component: Rows, onState }: SourceProps) {
  const report = useCallback((state: AttentionState) => onState(id, state), [id, onState])
  return <Rows onState={report} />
})

interface LineProps {
  icon: ReactNode
  color: string
  children: ReactNode
}

const Line = ({ icon, color, children }: LineProps) => (
  <Box
    role="status"
    sx={{ display: 'flex', alignItems: 'center', gap: 1.25, px: { xs: 2, sm: 2.5 }, py: 1.5 }}
  >
    <Box sx={{ display: 'grid', color }}>{icon}</Box>
    <Typography component="div" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
      {children}
    </Typography>
  </Box>
)
