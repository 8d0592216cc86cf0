import Box from '@mui/material/Box'
import { useSession, type ListColumn } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import type { LogEvent } from './model.js'
import { About, OneLine, Time, TypeLink } from './parts.js'
import { StatusDot } from './StatusDot.js'

/** The columns of the event log. */
export function useColumns(): ListColumn<LogEvent>[] {
  const translate = useTranslate()
  const isAcross = !useSession().data?.tenant
  const column = (key: string) => translate(`events.column.${key}`)
  return [
    {
      source: 'createdAt',
      label: column('time'),
      sortable: true,
      firstOrder: 'DESC',
      width: 130,
      render: ({ createdAt }) => <Time time={createdAt} />,
    },
    {
      source: 'eventType',
      label: column('type'),
      width: 170,
      render: (event) => <TypeLink event={event} />,
    },
    {
      source: 'target',
      label: column('about'),
      width: '34%',
      render: (event) => <About event={event} />,
    },
    ...(isAcross
      ? [
          {
            source: 'tenantName',
            label: column('tenant'),
            render: ({ tenantName }: LogEvent) => tenantName ?? '–',
          },
        ]
      : []),
    {
      source: 'userName',
      label: column('who'),
      optional: true,
      render: ({ userName, actorType }) =>
        userName ?? translate(`events.actor.${actorType}`, { _: actorType }),
    },
    {
      source: 'caused',
      label: column('caused'),
      width: '28%',
      render: (event) => (
        <OneLine>
          <Box component="span" sx={{ color: 'text.secondary' }}>
            {causedText(event, translate)}
          </Box>
        </OneLine>
      ),
    },
    {
      source: 'status',
      label: column('status'),
      width: 110,
      render: ({ status }) => <StatusDot status={status} />,
    },
  ]
}

function causedText(
  { caused: { count, first }, payload }: LogEvent,
  translate: ReturnType<typeof useTranslate>
): string {
  // Say when a webhook request starts no workflow.
  if (!first && payload.outcome === 'no_workflow') return translate('events.noListener')
  if (!first) return '–'
  const name = first.targetName ?? first.eventType.replaceAll('_', ' ')
  return count === 1 ? name : translate('events.andMore', { name, smart_count: count - 1 })
}
