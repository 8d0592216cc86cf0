import type { IntegrationLog, StepResult } from '@crossdock/client'
import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { Badge, CodeBlock, formatTimeToSeconds, Icon } from '@crossdock/admin/kit'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useId, useState } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import { durationText } from './duration.js'

/** One attempt of a step, with its call to another system if there was one. */
export interface Attempt {
  number: number
  startedAt: string
  /** Milliseconds; null while it runs. */
  duration: number | null
  errorMessage: string | null
  call: IntegrationLog | undefined
}

/**
 * Returns the attempts of a step, each with its call. A single attempt without a call is left out, because the row of
 * the step shows the same.
 */
export function attemptsOf(step: StepResult, calls: readonly IntegrationLog[]): Attempt[] {
  const callOf = (number: number, at: number) =>
    calls.find(({ attempt }) => attempt === number) ??
    (calls[at]?.attempt === null ? calls[at] : undefined)
  const tried = step.tries.map(({ attempt, startedAt, completedAt, errorMessage }, at) => ({
    number: attempt,
    startedAt,
    duration: completedAt === null ? null : Date.parse(completedAt) - Date.parse(startedAt),
    errorMessage,
    call: callOf(attempt, at),
  }))
  // Only the last attempts are stored with a step; the log of calls may have older ones.
  const shown = new Set(tried.map(({ call }) => call))
  const others = calls
    .filter((call) => !shown.has(call))
    .map((call, at) => ({
      number: call.attempt ?? at + 1,
      startedAt: call.createdAt,
      duration: call.duration,
      errorMessage: call.errorMessage,
      call,
    }))
  const all = [...others, ...tried].sort((one, other) => one.number - other.number)
  return all.length > 1 || calls.length > 0 ? all : []
}

interface AttemptsProps {
  attempts: readonly Attempt[]
  /** The number of the step. */
  number: number
  /** Messages that the page already shows elsewhere. */
  known: readonly (string | null)[]
}

/** The attempts of a step as rows; the last one is open. */
export function Attempts({ attempts, number, known }: AttemptsProps) {
  const translate = useTranslate()
  return (
    <Box component="ul" aria-label={translate('flows.run.tries', { number })} sx={list}>
      {attempts.map((attempt, at) => (
        <Row
          key={attempt.call?.id ?? attempt.number}
          attempt={attempt}
          known={known}
          isOpenAtFirst={at === attempts.length - 1}
        />
      ))}
    </Box>
  )
}

interface RowProps {
  attempt: Attempt
  known: readonly (string | null)[]
  isOpenAtFirst: boolean
}

function Row({ attempt, known, isOpenAtFirst }: RowProps) {
  const translate = useTranslate()
  const { number, startedAt, duration, errorMessage, call } = attempt
  const id = useId()
  const [isOpen, setOpen] = useState(isOpenAtFirst)
  const isSaid = known.some((one) => errorMessage && one?.endsWith(errorMessage))
  const failed = call ? '' : translate('flows.run.state.failed')
  const said = isSaid ? failed : errorMessage
  const head = (
    <>
      <Box aria-hidden sx={{ display: 'flex', width: 16, color: 'text.secondary' }}>
        {call && <Icon icon={isOpen ? ChevronDown : ChevronRight} />}
      </Box>
      <span>{translate('flows.run.tried', { number })}</span>
      <Box component="time" dateTime={startedAt} sx={{ color: 'text.secondary' }}>
        {/* With seconds, because attempts are close together. */}
        {formatTimeToSeconds(startedAt)}
      </Box>
      {call?.statusCode != null && (
        <Badge variant={errorMessage ? 'destructive' : 'success'}>{call.statusCode}</Badge>
      )}
      <Box
        component="span"
        sx={{ flex: 1, minWidth: 0, color: 'error.main', overflowWrap: 'anywhere' }}
      >
        {said}
      </Box>
      <Box component="span" sx={{ color: 'text.secondary' }}>
        {duration !== null && durationText(duration)}
      </Box>
    </>
  )
  return (
    <Box component="li" sx={{ '& + &': { borderTop: 1, borderColor: 'divider' } }}>
      {call ? (
        <Box
          component="button"
          type="button"
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={() => setOpen(!isOpen)}
          sx={{ ...line, cursor: 'pointer' }}
        >
          {head}
        </Box>
      ) : (
        <Box sx={line}>{head}</Box>
      )}
      {call && isOpen && <Call id={id} call={call} />}
    </Box>
  )
}

/** The request and the answer of a call side by side, and the called system. */
function Call({ id, call }: { id: string; call: IntegrationLog }) {
  const translate = useTranslate()
  const text = (key: string) => translate(`flows.run.call.${key}`)
  const { systemId, systemName, endpointName, requestData, responseData } = call
  return (
    <Box id={id} sx={opened}>
      <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
        {systemId && systemName ? (
          <Link component={RouterLink} to={`/integrations/systems/${encodeURIComponent(systemId)}`}>
            {systemName}
          </Link>
        ) : (
          text('systemGone')
        )}
        {' › '}
        {endpointName ?? text('endpointGone')}
        {' · '}
        <Link
          component={RouterLink}
          to={`/integrations?tab=activity&log=${encodeURIComponent(call.id)}`}
        >
          {text('log')}
        </Link>
      </Typography>
      <Box sx={sides}>
        <Data title={text('request')} data={requestData} />
        <Data title={text('answer')} data={responseData} />
      </Box>
    </Box>
  )
}

function Data({ title, data }: { title: string; data: unknown }) {
  const translate = useTranslate()
  const id = useId()
  return (
    <Box sx={{ minWidth: 0 }}>
      <Typography variant="body2" id={id} sx={{ fontWeight: 500, mb: 0.5 }}>
        {title}
      </Typography>
      {data === null ? (
        <Typography variant="body2" color="textSecondary">
          {translate('flows.run.call.none')}
        </Typography>
      ) : (
        <CodeBlock labelledBy={id} data={data} />
      )}
    </Box>
  )
}

const list = {
  listStyle: 'none',
  m: 0,
  p: 0,
  border: 1,
  borderColor: 'divider',
  borderRadius: '8px',
  overflow: 'hidden',
} as const

const line = {
  all: 'unset',
  boxSizing: 'border-box',
  width: 1,
  display: 'flex',
  alignItems: 'center',
  gap: 1.5,
  minHeight: 40,
  px: 1.5,
  py: 0.5,
  fontSize: '0.8125rem',
  '&:focus-visible': { outline: '2px solid', outlineColor: 'accent', outlineOffset: -2 },
  '&[aria-expanded="true"]': { bgcolor: 'surface.inset' },
} as const

const opened = {
  display: 'grid',
  gap: 1.25,
  px: 1.5,
  pt: 1,
  pb: 1.5,
  bgcolor: 'surface.inset',
  '& pre': { bgcolor: 'background.paper' },
} as const

const sides = {
  display: 'grid',
  gap: 1.5,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
} as const
