import type { BulkRuns } from '@crossdock/client'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import Typography from '@mui/material/Typography'
import {
  errorText,
  formatInteger,
  invalidate,
  PlainDialog,
  resolvePeriods,
  useAction,
  useRead,
} from '@crossdock/admin/kit'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router-dom'

const verbs = ['retry', 'cancel', 'replay'] as const
type Verb = (typeof verbs)[number]

const path = 'flow-executions/bulk'
const FOLLOW = 1_000

/** Applies an action to all runs that match the filters: counted first, then done by the server. */
export function EveryMatch({ onClose }: { onClose: () => void }) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`flows.runs.everyMatch.${key}`, values)
  const [search] = useSearchParams()
  const [filter] = useState(() =>
    resolvePeriods(JSON.parse(search.get('filter') ?? '{}') as Record<string, unknown>)
  )
  const [verb, setVerb] = useState<Verb>('retry')
  const [id, setId] = useState<string | null>(null)
  const count = useAction<BulkRuns, Verb>((action) => ({ path, body: { action, filter } }), {
    error: false,
  })
  const { mutate } = count
  useEffect(() => mutate(verb), [mutate, verb])
  const start = useAction<BulkRuns, number>(
    (confirm) => ({ path, body: { action: verb, filter, confirm } }),
    { onSuccess: (bulk) => setId(bulk.id) }
  )
  const words = (one: Verb) => (one === 'replay' ? text('replay') : translate(`flows.run.${one}`))
  const total = count.data?.total ?? 0
  return (
    <PlainDialog
      title={text('title')}
      description={text('text')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{text('close')}</Button>
          {id === null && (
            <Button
              variant="contained"
              disabled={count.isPending || start.isPending || total === 0}
              // Refused when runs have come or gone since the count: the next confirmation has the new count.
              onClick={() => start.mutate(total, { onError: () => mutate(verb) })}
            >
              {text('submit', { verb: words(verb), count: formatInteger(total) })}
            </Button>
          )}
        </>
      }
    >
      <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2, p: 3 }}>
        {id === null ? (
          <>
            <ToggleButtonGroup
              exclusive
              size="small"
              value={verb}
              aria-label={text('action')}
              onChange={(_event, one: Verb | null) => one && setVerb(one)}
            >
              {verbs.map((one) => (
                <ToggleButton key={one} value={one}>
                  {words(one)}
                </ToggleButton>
              ))}
            </ToggleButtonGroup>
            {count.error ? (
              <Alert severity="error">{errorText(count.error, translate)}</Alert>
            ) : (
              <Typography aria-live="polite">
                {!count.data || count.isPending
                  ? '…'
                  : total === 0
                    ? text('none')
                    : text('count', { smart_count: total, count: formatInteger(total) })}
              </Typography>
            )}
          </>
        ) : (
          <Progress id={id} />
        )}
      </Box>
    </PlainDialog>
  )
}

function Progress({ id }: { id: string }) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`flows.runs.everyMatch.${key}`, values)
  const client = useQueryClient()
  const [isOver, setOver] = useState(false)
  const { data: bulk } = useRead<BulkRuns>([path, id], {
    refetchInterval: isOver ? undefined : FOLLOW,
  })
  const isDone = bulk !== undefined && bulk.done + bulk.refused >= bulk.total
  useEffect(() => {
    if (!isDone) return
    setOver(true)
    void invalidate(client, ['flow-executions', 'integrations'])
  }, [client, isDone])
  if (!bulk) return <LinearProgress aria-label={text('title')} />
  const over = bulk.done + bulk.refused
  const said = text('progress', { done: formatInteger(over), total: formatInteger(bulk.total) })
  return (
    <>
      <LinearProgress
        variant="determinate"
        value={bulk.total === 0 ? 100 : (over / bulk.total) * 100}
        aria-label={said}
      />
      <Typography aria-live="polite">{said}</Typography>
      {bulk.refused > 0 && (
        <Alert severity="warning">
          {text('refused', { count: formatInteger(bulk.refused), reason: bulk.firstRefusal })}
        </Alert>
      )}
    </>
  )
}
