import type { Execution } from '@crossdock/client'
import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import {
  formatDateTime,
  formatTimeToSeconds,
  Icon,
  mono,
  Section,
  Tooltip,
  useDownload,
  usePermissions,
} from '@crossdock/admin/kit'
import { Download } from 'lucide-react'
import { useTranslate } from 'ra-core'
import type { ReactNode } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import { useKindLabel } from '../workflows/kinds.js'
import { workflowPath } from '../workflows/model.js'
import { runsWhere } from '../paths.js'
import { durationText, timesOf } from './duration.js'
import { versionText } from './versions.js'

/** What a run is about: its workflow, what started it, its times, and related runs. */
export function RunFacts({ run }: { run: Execution }) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`flows.run.${key}`, values)
  const trigger = useKindLabel('trigger')
  const canReadEvents = usePermissions().can('activity.read')
  const { assetId, assetName, triggerEventId, startedAt, completedAt } = run
  const version = versionText(run, translate)
  const { work, wait } = timesOf(run)
  const startedBy = run.contextData?.userName
  const runLink = (id: string) => `/flow-execution/${encodeURIComponent(id)}`
  return (
    <Section title={text('facts')}>
      <Box component="dl" sx={{ display: 'grid', rowGap: 1, m: 0 }}>
        <Row label={text('workflow')}>
          <To to={workflowPath({ id: run.flowId })}>{run.flowName}</To>
        </Row>
        {version && <Row label={text('versionLabel')}>{version}</Row>}
        <Row label={text('trigger')}>
          {triggerEventId && canReadEvents ? (
            <To to={`/events/${encodeURIComponent(triggerEventId)}`}>{trigger(run.triggerType)}</To>
          ) : (
            trigger(run.triggerType)
          )}
        </Row>
        {assetId && (
          <Row label={text('file')}>
            {assetName ? (
              <>
                <To to={`/assets/${encodeURIComponent(assetId)}`}>{assetName}</To>
                <FileLink assetId={assetId} label={text('downloadFile')} />
              </>
            ) : (
              text('fileGone')
            )}
          </Row>
        )}
        {startedBy && <Row label={text('startedByPerson')}>{startedBy}</Row>}
        {startedAt && (
          <Row label={text('started')}>
            <Time time={startedAt} />
          </Row>
        )}
        {completedAt && (
          <Row label={text('end')}>
            <Time time={completedAt} />
          </Row>
        )}
        {work !== null && <Row label={text('workTime')}>{durationText(work)}</Row>}
        {Boolean(wait) && <Row label={text('waitTime')}>{durationText(wait)}</Row>}
        {run.parentId && (
          <Row label={text('parent')}>
            <To to={runLink(run.parentId)}>{text('show')}</To>
          </Row>
        )}
        {run.replayOf && (
          <Row label={text('replay.of')}>
            <To to={runLink(run.replayOf)}>{text('show')}</To>
          </Row>
        )}
        {run.stepResults.some(({ type }) => type === 'call_workflow') && (
          <Row label={text('children')}>
            <To to={runsWhere({ parentId: run.id })}>{text('show')}</To>
          </Row>
        )}
        <Row label={text('correlation')}>
          <Box component="span" sx={{ fontFamily: mono, fontSize: '0.75rem' }}>
            {run.executionId}
          </Box>
        </Row>
      </Box>
    </Section>
  )
}

const Row = ({ label, children }: { label: string; children: ReactNode }) => (
  <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 2 }}>
    <Typography variant="body2" color="textSecondary" component="dt" sx={{ flex: 'none' }}>
      {label}
    </Typography>
    <Typography
      variant="body2"
      component="dd"
      sx={{ m: 0, minWidth: 0, textAlign: 'right', overflowWrap: 'anywhere' }}
    >
      {children}
    </Typography>
  </Box>
)

/** A time with seconds, because the steps of a run are close together. */
const Time = ({ time }: { time: string }) => (
  <Tooltip title={() => formatDateTime(time)}>
    <time dateTime={time}>{formatTimeToSeconds(time)}</time>
  </Tooltip>
)

const To = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link component={RouterLink} to={to}>
    {children}
  </Link>
)

function FileLink({ assetId, label }: { assetId: string; label: string }) {
  const { link } = useDownload()
  return (
    <Link
      {...link(`/api/assets/${encodeURIComponent(assetId)}/content`)}
      aria-label={label}
      title={label}
      sx={{ display: 'inline-flex', verticalAlign: 'text-bottom', ml: 1, color: 'text.secondary' }}
    >
      <Icon icon={Download} />
    </Link>
  )
}
