import Box from '@mui/material/Box'
import FormControlLabel from '@mui/material/FormControlLabel'
import Switch from '@mui/material/Switch'
import type { Theme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import {
  EmptyState,
  lazyPart,
  PageHeader,
  ResourceList,
  useDialogAddress,
} from '@crossdock/admin/kit'
import { Radio } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useNavigate } from 'react-router-dom'
import { ExportButton } from './ExportButton.js'
import { useColumns } from './columns.js'
import { EventCard } from './EventCard.js'
import { eventPath, POLL, type LogEvent } from './model.js'
import { useEventFilters, useQuickFilters } from './use_filters.js'
import { useLiveLog } from './use_live.js'

const EventPanel = lazyPart(() => import('./EventPanel.js'))

/** /events: the event log with filters and live updates. Wide screens show the selected event next to the list. */
export default function EventsScreen() {
  const translate = useTranslate()
  const navigate = useNavigate()
  const opened = useDialogAddress('event')
  const { isLive, setLive, filter } = useLiveLog()
  const isNarrow = useMediaQuery<Theme>((theme) => theme.breakpoints.down('lg'), { noSsr: true })
  const text = (key: string) => translate(`events.${key}`)
  const head = (
    <PageHeader
      title={text('title')}
      actions={
        <>
          <FormControlLabel
            label={text('live')}
            control={<Switch checked={isLive} onChange={(_, next) => setLive(next)} />}
            sx={{ mr: 0.5 }}
          />
          <ExportButton list="events" />
        </>
      }
    />
  )
  return (
    <ResourceList<LogEvent>
      endless
      log
      resource="events"
      perPage={50}
      label={text('list')}
      columns={useColumns()}
      sort={{ field: 'createdAt', order: 'DESC' }}
      filter={filter}
      search={text('search')}
      quick={useQuickFilters()}
      filters={useEventFilters()}
      onOpen={(event) => (isNarrow ? void navigate(eventPath(event)) : opened.open(event.id))}
      card={(event) => <EventCard event={event} />}
      isOpen={({ id }) => id === opened.value}
      around={(list) => (
        <>
          {head}
          <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 2 }}>
            <Box sx={{ flex: 1, minWidth: 0 }}>{list}</Box>
            {opened.value && !isNarrow && <EventPanel id={opened.value} onClose={opened.close} />}
          </Box>
        </>
      )}
      empty={
        <EmptyState icon={Radio} title={text('empty.title')} description={text('empty.text')} />
      }
      noMatch={text('noMatch')}
      refetchInterval={isLive ? POLL : undefined}
    />
  )
}
